"""The web client's files, read once at start: `/` and `/static/<hash of everything>/...`, immutable.

A new release has another hash, so it never mixes with an old cache. Words and boards are served from the same tree.
"""

import hashlib
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

CLIENTS = Path(__file__).parents[2] / "clients"
MARKER = "<!-- modulepreload -->"
SKIPPED = {"node_modules", "package.json", "package-lock.json", "tsconfig.json"}
_TYPES = {".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml", ".css": "text/css"}


class Assets:
    """All files in memory (some hundred kB)."""

    def __init__(self, clients: Path = CLIENTS) -> None:
        self.files: dict[str, tuple[bytes, str]] = {}
        web = clients / "web"
        self._read(web, "")
        self._read(clients / "words", "words/")
        digest = hashlib.sha256()
        for name in sorted(self.files):
            digest.update(name.encode() + b"\0" + self.files[name][0] + b"\0")
        self.hash = digest.hexdigest()[:12]
        self.index = self._index()

    def _read(self, folder: Path, prefix: str) -> None:
        if not folder.is_dir():
            return
        for path in sorted(folder.rglob("*")):
            parts = path.relative_to(folder).parts
            if not path.is_file() or SKIPPED & set(parts) or path.name.endswith((".d.ts", ".md", ".py")):
                continue
            kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            self.files[prefix + "/".join(parts)] = (path.read_bytes(), kind)

    def _index(self) -> bytes:
        """The page with its links turned into hashed ones and every module preloaded."""
        page = self.files.get("index.html", (b"<!doctype html><title>Last Reel</title>", ""))[0].decode()
        base = f"/static/{self.hash}/"
        modules = [name for name in self.files if name.endswith(".js")]
        preload = "\n    ".join(f'<link rel="modulepreload" href="{base}{name}">' for name in modules)
        for before in ('href="./', 'src="./'):
            page = page.replace(before, before[:-2] + base)
        return page.replace(MARKER, preload).replace("{static}", base.rstrip("/")).encode()

    async def page(self, request: Request) -> Response:
        """GET /."""
        return Response(self.index, 200, {"cache-control": "no-cache"}, "text/html")

    async def file(self, request: Request) -> Response:
        """GET /static/{hash}/{path}."""
        found = self.files.get(request.path_params["path"])
        if request.path_params["hash"] != self.hash or found is None:
            return PlainTextResponse("no such file", 404)
        return Response(found[0], 200, {"cache-control": "public, max-age=31536000, immutable"}, found[1])
