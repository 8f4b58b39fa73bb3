// What a view, a fact and the content look like (docs/protocol.md). Written by hand: the server builds them as plain maps.
// Everything a closed hand may hide is optional.

export type Args = Record<string, any>;
/** An effect in words: key and arguments, or the notation's [word, number, ...]. */
export type Say = [string, ...any[]];

export interface Option { id: string; key?: string; args?: Args; says?: Say[]; targets?: string[]; irreversible?: boolean }
export interface Blocked { id?: string; key?: string; args?: Args; why?: string; reason?: string }
export interface Decision { id: string; kind: string; args?: Args; options: Option[]; blocked?: Blocked[]; not_shown?: Record<string, object> }

export interface Place { reward: any; by?: string }
export interface GirlView {
  id?: string; at?: string; health: number; max: number; token?: string; time: number; reset?: number; horror: number; dice?: number;
  places?: Record<string, Place>; ultimate?: boolean;
}
export interface KillerView { at?: string; health: number; max: number; token?: string; status?: string; active?: boolean }
export interface DeckView { left: number; top?: string }

export interface View {
  game: { id: string; killer: string; location: string; girl: string; extreme?: boolean; epic?: boolean };
  role?: string; turn: number; phase: string; step?: string;
  outcome?: { won: boolean; why: string };
  girl: GirlView;
  killers: Record<string, KillerView>;
  bloodlust?: { row: number; attack: number; move: number };
  victims: Record<string, string>;
  supply?: number; saved?: number; dead?: number;
  tokens?: Record<string, string>;
  hand?: Record<string, number>; hand_size?: number; tableau?: Record<string, number>; discard?: Record<string, number>;
  items?: Record<string, { slot: string; uses?: number }>;
  decks?: Record<string, DeckView>;
  events?: Record<string, Args>; powers?: Record<string, { health?: number }>;
  finale?: string; dark_power?: string; resolving?: string;
  film?: Args;
  decision?: Decision; deciding?: boolean;
  undo?: { can: boolean; to?: number; why?: string };
  [more: string]: any;
}

export interface Fact { fact: string; because?: string; [field: string]: any }

/** One picture of the table: the view, and the facts that led to it from the picture before. */
export interface Frame { version: number; view: View; facts: Fact[]; whole: boolean; untold?: boolean }

export interface Card {
  id: string; name: string; kind?: string; film?: string; cost?: number; copies?: number; reaction?: boolean; rows?: Record<string, any>;
  effect?: any; action?: any; discard?: any; text?: string; uses?: number; hands?: number; health?: number; provenance?: string; [more: string]: any;
}
export interface Named { id: string; name: string; film?: string; provenance?: string; text?: string; [more: string]: any }
export interface Content {
  killers: Record<string, Named>; locations: Record<string, Named>; girls: Record<string, Named>; cards: Record<string, Card>;
  rules?: Record<string, any>;
}

export interface ArtSpace { at: [number, number]; box: [number, number]; tall?: [number, number]; tall_box?: [number, number] }
export interface ArtLink { a: string; b: string; kind: string; at?: [number, number]; tall?: [number, number]; id?: string }
export interface Scenery { kind: string; d: string; marks?: [number, number][] }
/** boards/<location>.json: where things are drawn. No rule in it. */
export interface Art {
  id: string; size: [number, number]; tall_size?: [number, number]; theme: string; scenery: Scenery[];
  spaces: Record<string, ArtSpace>; links: ArtLink[]; regions?: Record<string, string[]>; slots?: Record<string, any>;
}
/** GET /api/content/<location>/board: the graph, with names. */
export interface GraphSpace { id?: string; name: string; named?: boolean; search?: boolean; exit?: boolean; areas?: string[]; to: Record<string, string>; extra?: Args; [more: string]: any }
export interface Graph { spaces: Record<string, GraphSpace>; links?: { a: string; b: string; kind: string; id?: string }[]; [more: string]: any }
