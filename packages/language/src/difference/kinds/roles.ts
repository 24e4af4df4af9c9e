import { and, FALSE, or, thisRecord } from '../../check/analysis/build.ts';
import type { Rights } from '../../check/derived/rights.ts';
import { itemAt } from '../../collections.ts';
import type { Expression } from '../../expression/tree.ts';
import { isStatedAsGone } from '../../model/gone.ts';
import { ACTIONS, type Action, type Given, type Permissions, type Role } from '../../model/roles.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { keptEntities, listed } from '../pairs.ts';
import { widened } from '../widened.ts';

/** Point 6: roles that are new, gone, renamed, or held by others. */
export function roleDifferences(comparison: Comparison): Found[] {
  const { former, now, names } = comparison;
  const kept = new Set(former.roles.map(({ name }) => names.role(name)));
  return [
    ...former.roles.flatMap((role, at) => {
      const own = now.roles.find(({ name }) => name === names.role(role.name));
      const renamed = itemAt(comparison.renamed.roles, at);
      return own === undefined ? [goneRole(comparison, role, renamed)] : keptRole(comparison, role, renamed, own);
    }),
    ...now.roles.filter(({ name }) => !kept.has(name)).map((role) => newRole(comparison, role)),
  ];
}

function keptRole(comparison: Comparison, former: Role, renamed: Role, now: Role): Found[] {
  const places = { clause: now.clause, former: former.clause };
  const found: Found[] = [];
  if (former.name !== now.name)
    found.push({
      effect: 'compatible',
      ...places,
      text: `the role \`${now.name}\` was \`${former.name}\`; who holds it holds it still`,
    });
  if (former.given.kind === 'assigned' && now.given.kind !== 'assigned')
    found.push({
      effect: isStatedAsGone(comparison.now, 'role', former.name) ? 'behaviour' : 'lost',
      ...places,
      text: `the role \`${now.name}\` ${GIVEN[now.given.kind]}, and was assigned: whom it was given to does not count any more`,
    });
  if (former.secondFactor !== now.secondFactor)
    found.push({
      effect: now.secondFactor ? 'behaviour' : 'wider',
      ...places,
      text: `whoever holds the role \`${now.name}\` ${now.secondFactor ? 'signs in with a second factor, and is asked to set one up' : 'needs no second factor any more'}`,
    });
  const { rights } = comparison;
  for (const entity of entitiesOf(comparison, renamed.given, now.given)) {
    const record = thisRecord(entity);
    const was = rights.former.holds(renamed.name, record);
    const is = rights.now.holds(now.name, record);
    const causes = comparison.causes(was);
    const of = now.given.kind === 'relationship' || former.given.kind === 'relationship' ? ` of \`${entity}\`` : '';
    found.push(
      ...widened(
        comparison.compare(was, is),
        {
          subject: `the role \`${now.name}\`${of}`,
          wider: 'is given to people who did not hold it',
          narrower: 'is held no longer by people who did',
        },
        { ...places, ...(causes.length > 0 && { because: causes }) },
      ),
    );
  }
  return found;
}

/** The entities on whose records a role has its own condition; any one if it is about users alone. */
function entitiesOf(comparison: Comparison, ...given: readonly Given[]): readonly string[] {
  const of = given.flatMap((each) => (each.kind === 'relationship' ? Object.keys(each.of) : []));
  const all = keptEntities(comparison).map(({ now }) => now.name);
  return of.length === 0 ? all.slice(0, 1) : [...new Set(of)].filter((name) => all.includes(name));
}

const GIVEN: Readonly<Record<Given['kind'], string>> = {
  anyone: 'is everyone’s',
  'signed in': 'is of whoever is signed in',
  assigned: 'is assigned',
  open: 'is given in a way that is not shown',
  relationship: 'follows from a condition on each record',
  user: 'follows from a condition on the person',
};

function goneRole(comparison: Comparison, former: Role, renamed: Role): Found {
  const places = { clause: null, former: former.clause };
  if (former.given.kind === 'assigned' && !isStatedAsGone(comparison.now, 'role', former.name))
    return {
      effect: 'lost',
      ...places,
      text: `the role \`${former.name}\` is gone, and nothing says what people get who hold it. State \`was ${former.name}\` at the role that takes its place, or name it under \`Gone\``,
    };
  const { rights } = comparison;
  const lost = beyond(
    comparison,
    renamed,
    comparison.renamed.permissions,
    rights.former,
    (action, record, by) => comparison.compare(by, rights.now.does(action, record)).narrower,
  );
  return {
    effect: lost.rights.length > 0 ? 'narrower' : 'compatible',
    ...places,
    text: `the role \`${former.name}\` is gone${lost.rights.length > 0 ? `: nobody may ${lost.rights.join(', ')} by it any more` : '; others have what it allowed'}`,
    ...(lost.example.length > 0 && { example: lost.example }),
  };
}

function newRole(comparison: Comparison, now: Role): Found {
  const places = { clause: now.clause, former: null };
  const { rights } = comparison;
  const gained = beyond(
    comparison,
    now,
    comparison.now.permissions,
    rights.now,
    (action, record, by) => comparison.compare(rights.former.does(action, record), by).wider,
  );
  const may = gained.rights.length === 0 ? '' : `, and may ${gained.rights.join(', ')}`;
  if (now.given.kind === 'assigned')
    return {
      effect: 'compatible',
      ...places,
      text: `the role \`${now.name}\` is new${may}; nobody holds it until it is given`,
    };
  return {
    effect: gained.rights.length > 0 ? (gained.isSure ? 'wider' : 'undecided') : 'compatible',
    ...places,
    text: `the role \`${now.name}\` is new${may}${gained.rights.length > 0 && !gained.isSure ? '; whether that was allowed before is not decided' : ''}`,
    ...(gained.example.length > 0 && { example: gained.example }),
  };
}

/** The actions that a role allows and nothing in the other document does. */
function beyond(
  comparison: Comparison,
  { name }: Role,
  permissions: readonly Permissions[],
  rights: Rights,
  compare: (
    action: Action,
    record: Expression,
    by: Expression,
  ) => { readonly verdict: string; readonly example?: readonly string[] },
): { readonly rights: readonly string[]; readonly example: readonly string[]; readonly isSure: boolean } {
  const found: string[] = [];
  let example: readonly string[] = [];
  let isSure = false;
  for (const { now } of keptEntities(comparison)) {
    const record = thisRecord(now.name);
    const own = permissions.find(({ entity }) => entity === now.name)?.actions;
    const actions = ACTIONS.filter((action) => {
      const grants = own?.[action].filter(({ role }) => role === name) ?? [];
      const allowed = or(...grants.map((grant) => rights.allows(grant, record)));
      if (allowed === FALSE) return false;
      const side = compare(action, record, and(rights.holds(name, record), allowed));
      if (side.verdict === 'never') return false;
      if (side.verdict === 'surely') {
        isSure = true;
        if (example.length === 0) example = side.example ?? [];
      }
      return true;
    });
    if (actions.length > 0) found.push(`${listed(actions).replaceAll('`', '')} \`${now.name}\``);
  }
  return { rights: found, example, isSure };
}
