import {
  type Expression,
  isPageNumber,
  isWithinClause,
  message,
  messageFormatIn,
  type Paper,
  type PaperContent,
  type PaperPart,
  type Query,
} from '@nonet/language';
import { recordsOf } from './effects.ts';
import { asView, entityOf, evaluate, isHeld, type Records, type Variables, type View, viewIn } from './evaluate.ts';
import { type Actor, mayDo, mayReadField, readsReadable } from './permissions.ts';
import { plain } from './plain.ts';
import { ANY_TEXT } from './any.ts';
import { titleOf } from './project.ts';
import { hidden, refuse, type Refused } from './refusal.ts';
import { seenAs, seenBy } from './seen.ts';
import type { World } from './world.ts';

/** The words of a paper as an answer of the API has them. */
export interface ExpectedPaper extends Readonly<Record<string, unknown>> {
  readonly title: string;
  readonly language: string;
  readonly text: string;
}

/** The number of characters of a title at most. */
const LONGEST_TITLE = 200;

/** The words of a paper of a record for whoever asks for it (7), or why they don't get it. */
export function paperFor(world: World, actor: Actor, paper: Paper, record: View): ExpectedPaper | Refused {
  const { lookup } = world;
  const { plan } = lookup;
  if (!mayDo(actor, 'read', record)) return hidden(lookup, actor, entityOf(record.id));
  const user = world.view(actor);
  if (!isFor(world, actor, paper, record))
    return refuse(lookup, actor === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', { clause: `${paper.clause}.for` });
  const { content } = paper;
  if (content === null) {
    const gap = paper.gap ?? plan.gaps.find(({ clause }) => isWithinClause(clause, paper.clause))?.clause;
    return refuse(lookup, 'NOT_SPECIFIED', { clause: gap ?? paper.clause });
  }
  return wordsFor(world, { actor }, { ...paper, content }, { this: record, user });
}

/** For whom a paper is made. */
interface PaperReader {
  readonly actor: Actor;
}

/** The words of a paper for a reader; for nobody (null) all of them. */
function wordsFor(
  world: World,
  reader: PaperReader | null,
  paper: Paper & { readonly content: PaperContent },
  names: Variables,
): ExpectedPaper {
  const { content } = paper;
  const language = paper.language ?? world.lookup.plan.settings.locale;
  const reading = new Reading(world, reader, paper, language);
  const title = oneLine(
    content.title
      .map((part) => (typeof part === 'string' ? part : isPageNumber(part) ? '' : (reading.value(part, names) ?? '')))
      .join(''),
  );
  return {
    title: title.length > LONGEST_TITLE ? ANY_TEXT : openEnds(title),
    language,
    text: openEnds(reading.parts(content.body, names)),
  };
}

/** The words of a paper that a mail brings to somebody, or to an address (null); null if they may not read its record. */
export function paperInMail(
  world: World,
  reader: PaperReader | null,
  name: string,
  record: View,
): ExpectedPaper | null {
  const paper = world.lookup.plan.papers.find((each) => each.name === name);
  const content = paper?.content ?? null;
  if (paper === undefined || content === null) return null;
  if (reader !== null && !mayDo(reader.actor, 'read', record)) return null;
  const user = reader === null ? null : world.view(reader.actor);
  return wordsFor(world, reader, { ...paper, content }, { this: record, user });
}

/** The papers that somebody may make of a record. */
export function papersFor(world: World, actor: Actor, record: View): readonly Paper[] {
  return world.lookup.plan.papers.filter(
    (paper) => paper.entity === entityOf(record.id) && paper.content !== null && isFor(world, actor, paper, record),
  );
}

function isFor(world: World, actor: Actor, paper: Paper, record: View): boolean {
  if (paper.for === 'everyone') return true;
  return paper.for.some((name) => {
    const role = world.lookup.role(name);
    return role !== null && isHeld(world, world.view(actor), role, record);
  });
}

class Reading {
  readonly #world: World;
  readonly #reader: PaperReader | null;
  readonly #isTranslated: boolean;
  readonly #leftOut: string;

  constructor(world: World, reader: PaperReader | null, paper: Paper, language: string) {
    this.#world = world;
    this.#reader = reader;
    this.#isTranslated = paper.language !== null;
    this.#leftOut = `[${messageFormatIn(language).message(message('leftOut'))}]`;
  }

  parts(parts: readonly PaperPart[], names: Variables): string {
    return parts.map((part) => this.#part(part, names)).join('');
  }

  #part(part: PaperPart, names: Variables): string {
    if (typeof part === 'string') return part;
    if (part.kind === 'if') {
      if (!this.#mayReadAll(part.condition, names)) return `${this.#leftOut}\n`;
      const holds = this.#evaluate(part.condition, names) === true;
      return this.parts(holds ? part.then : part.otherwise, names);
    }
    if (part.kind === 'for') {
      if (!this.#mayReadList(part.records, names)) return `${this.#leftOut}\n`;
      const rows = recordsOf(this.#visible(), part.records, this.#seen(names), false);
      const { variable } = part.records;
      return rows.map((id) => this.parts(part.parts, { ...names, [variable]: viewIn(this.#world, id) })).join('');
    }
    return this.value(part, names) ?? this.#leftOut;
  }

  /** The text of a value; null if its reader may not read all that it is made of. */
  value(part: Expression, names: Variables): string | null {
    if (!this.#mayReadAll(part, names)) return null;
    const value = this.#evaluate(part, names);
    if (value === null || value === undefined) return '';
    if (part.type.kind === 'record') {
      const record = asView(value);
      if (record === null) return '';
      // Nobody's rights hold for all of a title.
      if (this.#reader === null) return ANY_TEXT;
      const { actor } = this.#reader;
      if (!mayDo(actor, 'read', record)) return '';
      const title = titleOf(actor, viewIn(this.#world, record.id));
      // Without a title, it is the end of its id.
      return title.trim() === '' ? ANY_TEXT : title;
    }
    return this.#shown(part, value);
  }

  #shown(part: Expression, value: unknown): string {
    if (part.type.kind === 'text' || part.type.kind === 'given') return plain(value);
    if (part.type.kind !== 'enum' || this.#isTranslated) return ANY_TEXT;
    if (part.kind !== 'field' || part.of.type.kind !== 'record') return plain(value);
    const type = this.#world.lookup.field(part.of.type.entity, part.field)?.type;
    const values = type?.kind === 'enum' || type?.kind === 'state' ? type.values : [];
    return values.find(({ name }) => name === value)?.label ?? plain(value);
  }

  #mayReadList({ source }: Query, names: Variables): boolean {
    if (source.kind === 'entity' || this.#reader === null) return true;
    if (!this.#mayReadAll(source.of, names)) return false;
    const owner = asView(evaluate(this.#world, source.of, names));
    return owner === null || mayReadField(this.#reader.actor, owner, source.field);
  }

  #mayReadAll(part: Expression, names: Variables): boolean {
    return this.#reader === null || readsReadable(this.#reader.actor, part, names);
  }

  #visible(): Records {
    return this.#reader === null ? this.#world : seenBy(this.#world, this.#reader.actor);
  }

  #evaluate(part: Expression, names: Variables): unknown {
    return evaluate(this.#visible(), part, this.#seen(names));
  }

  /** Names as their reader sees them; who acts is not shown, and only decides. */
  #seen(names: Variables): Variables {
    if (this.#reader === null) return names;
    const { actor } = this.#reader;
    return Object.fromEntries(
      Object.entries(names).map(([name, value]) => {
        const record = name === 'user' ? null : asView(value);
        return [name, record === null ? value : seenAs(this.#world, actor, record)];
      }),
    );
  }
}

/** In the middle of words, an id or a number that the product has not told yet may be any text. */
function openEnds(text: string): string {
  return text.replaceAll(/@[A-Za-z]\w*:\d+/g, ANY_TEXT);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
