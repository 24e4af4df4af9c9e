import type { HiddenRead } from '../../diagnostics/codes/disclosures.ts';
import type { Expression } from '../../expression/tree.ts';

/** A field that somebody may not be able to read, and the records whose it is. */
export interface HiddenField extends HiddenRead {
  readonly records: readonly Expression[];
}

/** Hidden fields, each once, with the records of all places where it is read. */
export class HiddenFields<Found extends HiddenField> {
  readonly #found = new Map<string, Found>();

  /** The former finding of this field is given to `found`, with the records of both. */
  add(
    { entity, field, record }: HiddenRead & { readonly record: Expression },
    found: (field: HiddenField, former: Found | undefined) => Found,
  ): void {
    const former = this.#found.get(keyOf(entity, field));
    const records = [...(former?.records ?? []), record];
    this.#found.set(keyOf(entity, field), found({ entity, field, records }, former));
  }

  /** Those to be told: where the path to each record leads through what is hidden itself, that alone is. */
  first(): readonly Found[] {
    return [...this.#found.values()].filter(({ records }) => !records.every((record) => this.#leadsThrough(record)));
  }

  #leadsThrough(record: Expression): boolean {
    if (record.kind !== 'field' || record.of.type.kind !== 'record') return false;
    return this.#found.has(keyOf(record.of.type.entity, record.field)) || this.#leadsThrough(record.of);
  }
}

function keyOf(entity: string, field: string | null): string {
  return `${entity} ${field}`;
}
