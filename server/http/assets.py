"""The web client's files, read once at start: `/` and `/static/<hash of everything>/...`, immutable.

A new release has another hash, so it never mixes with an old cache. Words and boards are served from the same tree.
"""

import hashlib
import mimetypes
import posixpath
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from server.http.answers import Fixed, problem

CLIENTS = Path(__file__).parents[2] / "clients"
MARKER = "<!-- modulepreload -->"
_NO_CLIENT = "<!doctype html><title>Last Reel</title>"
_IMPORT = re.compile(r'(?:^|;)(?:import|export)\b[^;"(]*"(\.[^"]+)"', re.MULTILINE)
SKIPPED = {"node_modules", "package.json", "package-lock.json", "tsconfig.json"}
_TYPES = {".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".css": "text/css"}


class Assets:
    """All files in memory (some hundred kB), also compressed."""

    def __init__(self, clients: Path = CLIENTS) -> None:
        self.files: dict[str, Fixed] = {}
        web = clients / "web"
        self._read(web, "")
        self._read(clients / "words", "words/")
        digest = hashlib.sha256()
        for name in sorted(self.files):
            digest.update(name.encode() + b"\0" + self.files[name].body + b"\0")
        self.hash = digest.hexdigest()[:12]
        self.index = Fixed(self._index(), "text/html")

    def _read(self, folder: Path, prefix: str) -> None:
        if not folder.is_dir():
            return
        for path in sorted(folder.rglob("*")):
            parts = path.relative_to(folder).parts
            if not path.is_file() or SKIPPED & set(parts) or path.name.endswith((".d.ts", ".md", ".py")):
                continue
            kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            self.files[prefix + "/".join(parts)] = Fixed(path.read_bytes(), kind)

    def _first(self, name: str, found: list[str]) -> list[str]:
        """A module and all that it imports before it runs; what it loads later (`import(...)`) is not among them."""
        if name in self.files and name not in found:
            found.append(name)
            for other in _IMPORT.findall(self.files[name].body.decode()):
                self._first(posixpath.normpath(posixpath.join(posixpath.dirname(name), other)), found)
        return found

    def _index(self) -> bytes:
        """The page with hashed links; the modules of its first screen are preloaded, the others listed for later."""
        page = self.files["index.html"].body.decode() if "index.html" in self.files else _NO_CLIENT
        base = f"/static/{self.hash}/"
        first = self._first("main.js", [])
        later = [name for name in self._first("later.js", []) if name not in first]
        links = [f'<link rel="modulepreload" href="{base}{name}">' for name in first]
        links += [f'<link rel="later" href="{base}{name}">' for name in later]
        preload = "\n    ".join(links)
        for before in ('href="./', 'src="./'):
            page = page.replace(before, before[:-2] + base)
        return page.replace(MARKER, preload).replace("{static}", base.rstrip("/")).encode()

    async def page(self, request: Request) -> Response:
        """GET /."""
        return self.index.answer(request, {"cache-control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """GET /static/{hash}/{path}."""
        found = self.files.get(request.path_params["path"])
        if request.path_params["hash"] != self.hash or found is None:
            return problem("malformed", "a path of this server", request.url.path, 404)
        return found.answer(request, {"cache-control": "public, max-age=31536000, immutable"})
