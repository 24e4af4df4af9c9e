import type { Ask, Field } from '@nonet/language';
import type { Transaction } from './transaction.ts';
import type { Body } from './body.ts';
import { contentOf, isOfType } from './file-contents.ts';
import { type View, viewIn } from './evaluate.ts';
import { storedFields } from './lookup.ts';
import { mayReadField, type Actor } from './permissions.ts';
import { plain } from './plain.ts';
import { ANY_TEXT } from './any.ts';
import type { ExpectedError } from './refusal.ts';
import { storedOf } from './record-view.ts';
import type { World } from './world.ts';

/** The media types of an `image`: every browser shows them and runs no code in them (3). */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

export function isFileField({ type }: Pick<Field, 'type'>): boolean {
  return type.kind === 'file' || type.kind === 'image';
}

/** A file as an answer has it. */
export function fileView(world: World, id: string): Record<string, unknown> {
  const upload = world.upload(id);
  if (upload === null) throw new Error(`${id} was not uploaded.`);
  // Its title is not computed here.
  if (upload.paper !== undefined)
    return { id, name: ANY_TEXT, type: 'application/pdf', size: null, paper: upload.paper };
  const { bytes, media, name } = contentOf(upload.type, upload.size ?? null);
  return { id, name, type: media, size: bytes.length };
}

export interface Holder {
  readonly record: View;
  readonly field: Field;
}

/** The records that hold a file, including softly deleted ones, each with its field. */
export function holdersOf(world: World, id: string): Holder[] {
  return world.lookup.plan.entities.flatMap((entity) =>
    storedFields(entity)
      .filter(isFileField)
      .flatMap((field) =>
        world
          .rows(entity.name)
          .filter(({ values }) => values[field.name] === id)
          .map((stored) => ({ record: viewIn(world, stored.id), field })),
      ),
  );
}

/** A file can be read by actors who may read a field that holds it; an unattached one by its sender (3, 6). */
export function mayReadFile(world: World, actor: Actor, id: string): boolean {
  const holders = holdersOf(world, id);
  if (holders.length === 0) return actor !== null && world.upload(id)?.by === actor;
  return holders.some(
    ({ record, field }) => world.isLiving(storedOf(record)) && mayReadField(actor, record, field.name),
  );
}

/**
 * Files that a body may not name: another actor's, in use elsewhere, named twice, or of a type that the field does not
 * take.
 */
export class FileUses {
  readonly #transaction: Transaction;
  /** The records that are written: what they hold, they may continue holding. */
  readonly #here = new Set<string>();
  readonly #uses: { readonly field: Field; readonly id: string }[] = [];

  constructor(transaction: Transaction, id: string | null) {
    this.#transaction = transaction;
    if (id !== null) this.#here.add(id);
  }

  body(entity: string, body: Body): this {
    for (const [name, value] of Object.entries(body)) {
      const field = this.#transaction.lookup.field(entity, name);
      if (field === null || value === null) continue;
      if (isFileField(field)) this.#uses.push({ field, id: plain(value) });
      if (field.type.kind !== 'children' || !Array.isArray(value)) continue;
      for (const child of value as readonly Body[]) {
        if (typeof child.id === 'string') this.#here.add(child.id);
        this.body(field.type.entity, child);
      }
    }
    return this;
  }

  asked(entity: string, asks: readonly Ask[], body: Body): this {
    for (const ask of asks) {
      if (ask.kind === 'field') this.body(entity, ask.field in body ? { [ask.field]: body[ask.field] } : {});
      if (ask.kind === 'child') this.body(ask.entity, (body[ask.field] as Body | null | undefined) ?? {});
    }
    return this;
  }

  errors(): ExpectedError[] {
    const seen = new Set<string>();
    return this.#uses.flatMap(({ field, id }): ExpectedError[] => {
      const isRepeated = seen.has(id);
      seen.add(id);
      return !isRepeated && this.#fits(field, id) ? [] : [{ code: 'INVALID', clause: field.clause }];
    });
  }

  #fits(field: Field, id: string): boolean {
    const { before, actor, system } = this.#transaction;
    const upload = before.upload(id);
    if (upload === null) return false;
    const holders = holdersOf(before, id).map(({ record }) => record.id);
    const isHere = holders.some((holder) => this.#here.has(holder));
    if (!system && (upload.by !== actor || upload.paper !== undefined) && !isHere) return false;
    return holders.every((holder) => this.#here.has(holder)) && takes(field, upload.type);
  }
}

function takes({ type }: Field, uploaded: string): boolean {
  const { media } = contentOf(uploaded, null);
  if (type.kind === 'image') return IMAGES.has(media);
  return type.kind === 'file' && (type.types.length === 0 || type.types.some((word) => isOfType(word, media)));
}
