// Made from protocol/messages.py by `python -m protocol.typescript`. Do not edit.

/** The message of that id is done. For commands: stored, and visible in `version` of your stream. */
export interface Ack {
  type: "ack";
  id: string;
  version?: number | null;
  head?: number | null;
  link?: string | null;
  option?: string | null;
}

/** Suggestions by person and the vote, whole each time. Not sent to spectators of a closed hand. */
export interface Advice {
  type: "advice";
  suggestions: Record<string, Suggestion>;
  vote?: Ballot | null;
}

/** A vote under way or just closed. `tally` comes when it closes. */
export interface Ballot {
  request: number;
  seconds: number;
  voted: Array<string>;
  tally?: Record<string, number> | null;
  chosen?: string | null;
}

/** Are you there? Answered by `beat` with the same number. */
export interface Beat {
  type: "beat";
  n?: number;
}

/** Here. */
export interface BeatBack {
  type: "beat";
  n?: number;
}

/** Say something to those who may read it. */
export interface Chat {
  type: "chat";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  text: string;
}

/** The server will close this connection; come back after so many seconds. */
export interface Closing {
  type: "closing";
  retry_after: number;
  why: string;
}

/** Answer the open decision with one of its options. Only the seat may. Idempotent by `id`. */
export interface Command {
  type: "command";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  /** Number of the decision that is answered or talked about. */
  request: number;
  option: string;
  suggested_by?: string;
}

/** POST /api/games. */
export interface CreateGame {
  killer: string;
  location: string;
  girl: string;
  extreme?: boolean;
  epic?: boolean;
  seed?: string | null;
  watchable?: boolean;
}

/** A new game. The host's token is also the first player's; keep it. */
export interface Created {
  game: string;
  token: string;
  tokens: Record<string, string>;
  links: Links;
}

/** A JSON Merge Patch (RFC 7396) to the view, and what happened. */
export interface Delta {
  type: "delta";
  /** Counts the frames of one role's stream, without a gap. */
  version: number;
  patch: Record<string, any>;
  facts: Array<any>;
  /** First 16 hex digits of SHA-256 over the view as canonical JSON. */
  digest: string;
  from?: number | null;
}

/** Something was refused; the table goes on. The sentence for people is the word `error.<code>`. */
export interface Error {
  type: "error";
  code: string;
  number: number;
  expected: string;
  came: string;
  id?: string | null;
  retry_after?: number | null;
}

/** A game that may be watched. */
export interface GameSummary {
  game: string;
  killer: string;
  location: string;
  girl: string;
  extreme: boolean;
  epic: boolean;
  turn: number;
  over: boolean;
  watching: number;
}

/** GET /healthz and /readyz; what is not ready answers with a Problem and status 503. */
export interface Health {
  ok: boolean;
}

/** The first frame. Without a token one watches, if the game may be watched. */
export interface Hello {
  type: "hello";
  token?: string;
  name?: string;
  resume?: Resume | null;
  person?: string;
}

/** The host asks for a new link of a role; links made before for that role stop working when `revoke` is set. */
export interface Invite {
  type: "invite";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  role: "advisor" | "player" | "spectator";
  revoke?: boolean;
}

/** What the server takes from one connection. */
export interface Limits {
  message_bytes: number;
  depth: number;
  messages_per_second: number;
  burst: number;
}

/** Invite links by role: paths with the token in the fragment, which browsers send to nobody. */
export interface Links {
  player: string;
  advisor: string;
  spectator: string;
}

/** The host mutes, unmutes, removes or changes the role of a person, for the life of the game. */
export interface Moderate {
  type: "moderate";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  person: string;
  action: "mute" | "remove" | "role" | "unmute";
  role?: "advisor" | "spectator" | null;
}

/** The seat lets the advisors vote on the open decision. Ballots are sealed until it closes. */
export interface OpenVote {
  type: "open_vote";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  /** Number of the decision that is answered or talked about. */
  request: number;
  seconds?: number;
}

/** Everybody at the table, whole each time. Spectators are only counted, but for those the host has moved or muted. */
export interface People {
  type: "people";
  people: Record<string, PersonHere>;
  spectators: number;
  settings: Record<string, any>;
}

/** Somebody at the table. */
export interface PersonHere {
  name: string;
  role: "advisor" | "player" | "spectator";
  here?: boolean;
  host?: boolean;
  seat?: boolean;
  muted?: boolean;
}

/** Point at a space, card or piece, or draw a path over spaces. */
export interface Ping {
  type: "ping";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  /** Id of a space, card or piece. */
  at: string;
  path?: Array<string>;
}

/** Somebody points at something. */
export interface Pinged {
  type: "pinged";
  person: string;
  at: string;
  path?: Array<string>;
}

/** Every HTTP answer with a status of 400 or more: an error code of the protocol. */
export interface Problem {
  code: string;
  number: number;
  expected: string;
  came: string;
}

/** Where the client stopped. All three come from what it received last. */
export interface Resume {
  epoch: string;
  version: number;
  view?: string;
}

/** Ask for a snapshot: a gap in the versions or another digest was seen. */
export interface Resync {
  type: "resync";
}

/** Chat. */
export interface Said {
  type: "said";
  person: string;
  name: string;
  role: "advisor" | "player" | "spectator";
  text: string;
}

/** Hand the seat to somebody, or take it over from a player who is away (host, or an advisor after absence). */
export interface Seat {
  type: "seat";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  to: string;
}

/** Change how the table is run. Only the host may. Fields left out stay as they are. */
export interface Settings {
  type: "settings";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  open_hand?: boolean | null;
  delay?: number | null;
  delay_seconds?: number | null;
  mode?: "council" | "relay" | "solo" | null;
  vote_seconds?: number | null;
  stand_in?: boolean | null;
  watchable?: boolean | null;
}

/** The player shows the advisors what only she has looked at. */
export interface Show {
  type: "show";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  /** Id of a space, card or piece. */
  card: string;
}

/** The whole view. Forget what was before. */
export interface Snapshot {
  type: "snapshot";
  /** Counts the frames of one role's stream, without a gap. */
  version: number;
  epoch: string;
  view_code: string;
  reason: "join" | "resync" | "role" | "slow" | "unrecoverable" | "view_changed";
  view: Record<string, any>;
  /** First 16 hex digits of SHA-256 over the view as canonical JSON. */
  digest: string;
  story?: Array<Told>;
}

/** An advisor proposes an option of the open decision; an empty option withdraws. It dies with the decision. */
export interface Suggest {
  type: "suggest";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  /** Number of the decision that is answered or talked about. */
  request: number;
  option: string;
}

/** An advisor's proposal for the open decision. */
export interface Suggestion {
  request: number;
  option: string;
}

/** The facts of one frame. */
export interface Told {
  /** Counts the frames of one role's stream, without a gap. */
  version: number;
  facts: Array<any>;
}

/** Take back the last answer, never across anything revealed. Only the seat may. */
export interface Undo {
  type: "undo";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
}

/** An advisor's ballot. The last one counts; the ack alone repeats it. */
export interface Vote {
  type: "vote";
  /** Chosen by the client, unique for the life of the game. */
  id: string;
  /** Number of the decision that is answered or talked about. */
  request: number;
  option: string;
}

/** GET /api/games. */
export interface Watchable {
  games: Array<GameSummary>;
}

/** The answer to `hello`, and again after a change of role: who you are. Frames of the view follow. */
export interface Welcome {
  type: "welcome";
  game: string;
  epoch: string;
  role: "advisor" | "player" | "spectator";
  person: string;
  secret: string;
  host: boolean;
  seat: boolean;
  recovered: boolean;
  limits: Limits;
}

export type ToServer = Hello | Command | Undo | Settings | Seat | Show | Suggest | Ping | OpenVote | Vote | Chat | Moderate | Invite | Resync | Beat;

export type ToClient = Welcome | Snapshot | Delta | Ack | Error | People | Advice | Pinged | Said | BeatBack | Closing;

export type ErrorName = "illegal" | "stale" | "conflict" | "forbidden" | "rate_limited" | "retry" | "malformed" | "unknown_type" | "too_large" | "too_deep" | "cannot_undo" | "over" | "damaged" | "unrecoverable" | "not_ready" | "no_such_game" | "bad_token" | "bad_setup" | "not_shown";

export type CloseNumber = bad_message | bad_token | no_such_game | wrong_protocol | removed | too_large | bad_origin | damaged | slow | hello_timeout | rate_limited | server_restart | table_failed;
