import type { Entity, Plan } from '@nonet/language';
import type { Dice } from '../document/dice.ts';
import type { Answer, Person, Request } from '../product.ts';

const UNKNOWN_ID = '01a1fe63-0000-7000-8000-000000000000';

/** The knowledge of a storm so far: ids and tags of records, cursors, files. */
export class Known {
  readonly plan: Plan;
  readonly dice: Dice;
  readonly #ids = new Map<string, Set<string>>();
  readonly #tags = new Map<string, string>();
  readonly files: string[] = [];
  readonly views: string[] = [];
  cursor: string | null = null;

  constructor(plan: Plan, dice: Dice, people: readonly Person[]) {
    this.plan = plan;
    this.dice = dice;
    this.#ids.set('User', new Set(people.flatMap(({ id }) => (id === null ? [] : [id]))));
  }

  /** The entities that are stored independently, and have a collection. */
  get roots(): readonly Entity[] {
    return this.plan.entities.filter(({ owner }) => owner === null);
  }

  entity(): Entity {
    return this.dice.pick(this.roots.length > 0 ? this.roots : this.plan.entities);
  }

  /** The id of a known record, or of none. */
  id(entity: string): string {
    const ids = [...(this.#ids.get(entity) ?? [])];
    if (this.dice.once(25)) return this.dice.pick([UNKNOWN_ID, '0', '-1', 'x', '99999999999999999999']);
    return this.dice.maybe(ids) ?? UNKNOWN_ID;
  }

  /** Keeps what an answer says. */
  learn({ url }: Request, { status, headers, body }: Answer): void {
    if (status >= 300 || !String(headers['content-type']).includes('json')) return;
    const path = (url.split('?')[0] ?? '').split('/');
    const entity = this.plan.entities.find((one) => one.path === path[2]);
    const { etag } = headers;
    const found: unknown = JSON.parse(body);
    if (typeof found !== 'object' || found === null) return;
    const items = 'items' in found && Array.isArray(found.items) ? (found.items as unknown[]) : [found];
    for (const item of items)
      this.#learnRecord(entity, item, items.length === 1 && typeof etag === 'string' ? etag : null);
    if ('next' in found && typeof found.next === 'string') this.cursor = found.next;
    if (path[2] === '-' && path[3] === 'files' && 'id' in found) this.files.push(String(found.id));
    if (path[2] === '-' && path[3] === 'views' && 'id' in found) this.views.push(String(found.id));
  }

  #learnRecord(entity: Entity | undefined, item: unknown, tag: string | null): void {
    if (entity === undefined || typeof item !== 'object' || item === null || !('id' in item)) return;
    const id = String(item.id);
    const ids = this.#ids.get(entity.name) ?? new Set();
    ids.add(id);
    this.#ids.set(entity.name, ids);
    if (tag !== null) this.#tags.set(id, tag);
  }

  /** The version that a change is about: the one last read, any, another one, or none. */
  version(id: string): Record<string, string> {
    if (this.dice.once(12)) return {};
    if (this.dice.once(12)) return { 'if-match': '"another"' };
    return { 'if-match': this.dice.once(3) ? '*' : (this.#tags.get(id) ?? '*') };
  }
}
