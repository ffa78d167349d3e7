// Values and paths as TOML text: what an edit is made of.

import type { Json } from '../protocol';

/** A value as TOML on one line. `null` has no place in TOML; entries of a table that are null are left out. */
export function toToml(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(toToml).join(', ')}]`;
  if (value !== null && typeof value === 'object') return tableToToml(value);
  return String(value);
}

function tableToToml(table: { [key: string]: Json }): string {
  const entries = Object.entries(table).filter(([, value]) => value !== null);
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([key, value]) => `${keyToToml(key)} = ${toToml(value)}`).join(', ')} }`;
}

/** JSON's quoting is TOML's, but for one character that TOML does not take as it is. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

function keyToToml(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key);
}

/** `rules."#treasure"` of the keys `rules` and `#treasure`. */
export function joinPath(...keys: string[]): string {
  return keys.map(keyToToml).join('.');
}

/** The keys of a path; the opposite of `joinPath`. */
export function splitPath(path: string): string[] {
  const keys = path.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? [];
  return keys.map((key) => (key.startsWith('"') ? unquoted(key) : key));
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** What TOML text on one line says; undefined if it is beyond what the page itself writes. Whole numbers that JavaScript
 * cannot hold stay texts, as the session sends them. */
export function fromToml(text: string): Json | undefined {
  const reader = new Reader(text);
  const value = reader.value();
  return reader.isAtEnd() ? value : undefined;
}

class Reader {
  private at = 0;
  private readonly tokens: string[];

  constructor(text: string) {
    this.tokens = text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[[\]{},=]|[^\s[\]{},="']+/g) ?? [];
  }

  isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  value(): Json | undefined {
    const token = this.tokens[this.at++];
    if (token === undefined) return undefined;
    if (token === '[') return this.list();
    if (token === '{') return this.table();
    return scalar(token);
  }

  private takes(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  private list(): Json | undefined {
    const items: Json[] = [];
    while (!this.takes(']')) {
      const item = this.value();
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.takes(',') && this.tokens[this.at] !== ']') return undefined;
    }
    return items;
  }

  private table(): Json | undefined {
    const entries: [string, Json][] = [];
    while (!this.takes('}')) {
      const key = this.tokens[this.at++];
      if (key === undefined || !this.takes('=')) return undefined;
      const value = this.value();
      if (value === undefined) return undefined;
      entries.push([isQuoted(key) ? String(scalar(key)) : key, value]);
      if (!this.takes(',') && this.tokens[this.at] !== '}') return undefined;
    }
    return Object.fromEntries(entries);
  }
}

function isQuoted(token: string): boolean {
  return token.startsWith('"') || token.startsWith("'");
}

function scalar(token: string): Json | undefined {
  if (token.startsWith('"')) return unquoted(token);
  if (token.startsWith("'")) return token.slice(1, -1);
  if (token === 'true' || token === 'false') return token === 'true';
  const digits = token.replaceAll('_', '');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? digits : number;
}
