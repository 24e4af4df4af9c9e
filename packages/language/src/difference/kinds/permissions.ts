import { and, FALSE, or, thisRecord } from '../../check/analysis/build.ts';
import type { Rights } from '../../check/derived/rights.ts';
import { itemAt } from '../../collections.ts';
import { wordsOfMayDo } from '../../diagnostics/codes/reasons/roles.ts';
import type { Expression } from '../../expression/tree.ts';
import { ACTIONS, type Grant, isAction, type Permissions } from '../../model/roles.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData } from '../equal.ts';
import { keptEntities, listed } from '../pairs.ts';
import { widened, withActor } from '../widened.ts';

/** Point 6: what each role may do, cell by cell. Entities that are new, and roles, have their lines of their own. */
export function permissionDifferences(comparison: Comparison): Found[] {
  const entities = keptEntities(comparison);
  const cells = entities.flatMap(({ now }) => cellsOf(comparison, now.name));
  const found = cells.flatMap((cell) => compareCell(comparison, cell));
  return grouped(found);
}

/** One role's cells of one action, of both documents. */
interface Cell {
  readonly entity: string;
  readonly role: string;
  /** `read`, `update cost_centre`. */
  readonly words: string;
  /** Rows that all have to allow it: a field's, and the entity's that it narrows. */
  readonly former: readonly (readonly Grant[])[];
  readonly now: readonly (readonly Grant[])[];
}

function cellsOf({ renamed, now }: Comparison, entity: string): readonly Cell[] {
  const before = renamed.permissions.find((own) => own.entity === entity);
  const after = now.permissions.find((own) => own.entity === entity);
  const rows: readonly Pick<Cell, 'words' | 'former' | 'now'>[] = [
    ...ACTIONS.map((action) => ({
      words: action,
      former: [before?.actions?.[action] ?? []],
      now: [after?.actions?.[action] ?? []],
    })),
    ...fieldRows(
      before,
      after,
      new Set(now.entities.find(({ name }) => name === entity)?.fields.map(({ name }) => name)),
    ),
  ];
  const roles = now.roles.filter(({ name }) => renamed.roles.some((role) => role.name === name));
  return roles.flatMap(({ name: role }) => {
    const of = (all: readonly (readonly Grant[])[]) =>
      all.map((grants) => grants.filter((grant) => grant.role === role));
    return rows.map(({ words, former, now: is }): Cell => ({ entity, role, words, former: of(former), now: of(is) }));
  });
}

/**
 * Rows that name fields. `read` narrows the entity's row, and `update` replaces it. So if only one of the documents
 * has such a row, it is compared with the entity's row of the other one.
 */
function fieldRows(
  before: Permissions | undefined,
  after: Permissions | undefined,
  known: ReadonlySet<string>,
): readonly Pick<Cell, 'words' | 'former' | 'now'>[] {
  const fields = new Set([...Object.keys(before?.fields ?? {}), ...Object.keys(after?.fields ?? {})]);
  // A field that is gone has its line where it is stated.
  return [...fields]
    .filter((field) => known.has(field))
    .flatMap((field) =>
      (['read', 'update'] as const).flatMap((action) => {
        const [own, is] = [before?.fields[field]?.[action], after?.fields[field]?.[action]];
        if (own === undefined && is === undefined) return [];
        const isInBoth = own !== undefined && is !== undefined;
        const rows = (permissions: Permissions | undefined, row: readonly Grant[] | undefined) => {
          const whole = permissions?.actions?.[action] ?? [];
          if (row === undefined) return [whole];
          return isInBoth || action === 'update' ? [row] : [row, whole];
        };
        return [{ words: `${action} ${field}`, former: rows(before, own), now: rows(after, is) }];
      }),
    );
}

interface FoundOfRole {
  readonly found: Found;
  readonly role: string;
  readonly words: string;
  readonly entity: string;
}

function compareCell(comparison: Comparison, cell: Cell): FoundOfRole[] {
  const record = thisRecord(cell.entity);
  const { former: before, now: after } = comparison.rights;
  const was = and(...cell.former.map((grants) => allowed(before, grants, record)));
  const is = and(...cell.now.map((grants) => allowed(after, grants, record)));
  if (was === FALSE && is === FALSE) return [];
  const holds = after.holds(cell.role, record);
  const causes = comparison.causes(was);
  const places = {
    clause: clauseOf(cell.now[0] ?? [], cell.former[0] ?? []),
    former: clauseOf(cell.former[0] ?? [], cell.now[0] ?? []),
    ...(causes.length > 0 && { because: causes }),
  };
  const words = { subject: 'SUBJECT', wider: 'more', narrower: 'less' };
  return widened(comparison.compare(was, is, [holds]), words, places).map((found) => ({
    found: { ...found, example: withActor(found, cell.role) },
    role: cell.role,
    words: cell.words,
    entity: cell.entity,
  }));
}

function allowed(rights: Rights, grants: readonly Grant[], record: Expression): Expression {
  return or(...grants.map((grant) => rights.allows(grant, record)));
}

/** The clause of a role's cell; of several, of different states, of the first one that the other document has not. */
function clauseOf(grants: readonly Grant[], others: readonly Grant[]): string | null {
  const differs = (grant: Grant): boolean => !others.some((other) => isSameData(grant, other, WITHOUT));
  const stated = grants.find(differs) ?? grants.find(({ cell }) => cell.kind !== 'gap') ?? grants[0];
  return stated?.clause ?? null;
}

const WITHOUT: ReadonlySet<string> = new Set(['clause', 'type', 'range']);

/** One line for all roles that share a cell (`others`) and a verdict. */
function grouped(all: readonly FoundOfRole[]): Found[] {
  const groups = new Map<string, FoundOfRole[]>();
  for (const one of all) {
    const { clause, former, effect } = one.found;
    const key = [clause, former, effect, one.words, ...exampleWithout(one)].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const first = itemAt(group, 0);
    const roles = listed(group.map(({ role }) => role));
    const { found, words, entity } = first;
    const example = group.length === 1 ? found.example : exampleWithout(first);
    return {
      ...found,
      text: `${roles} ${SAID[found.effect] ?? ''} ${doing(words, entity)}${UNDECIDED[found.effect] ?? ''}`,
      ...(example !== undefined && { example }),
    };
  });
}

const SAID: Readonly<Partial<Record<Found['effect'], string>>> = {
  wider: 'may',
  narrower: 'may no longer',
  undecided: 'may',
};
const UNDECIDED: Readonly<Partial<Record<Found['effect'], string>>> = {
  wider: ' where that was refused',
  narrower: ' where that was allowed',
  undecided: ' on another condition: whether more or less is allowed is not decided',
};

function doing(words: string, entity: string): string {
  const [action = '', field] = words.split(' ');
  const of = field === undefined ? `\`${entity}\`` : `\`${entity}.${field}\``;
  return isAction(action) ? wordsOfMayDo(action, of) : `${action} ${of}`;
}

function exampleWithout({ found, role }: FoundOfRole): readonly string[] {
  return found.example?.filter((words) => words !== `user is ${role}`) ?? [];
}
