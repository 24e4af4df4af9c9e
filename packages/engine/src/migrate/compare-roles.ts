import { isStatedAsGone } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Change, forbidden, plain, where } from './change.ts';
import { goneRemedy } from './gone.ts';

/** The roles that the next document has no more, or does not assign any more, while people hold them. */
export function compareRoles(
  before: PlanIndex,
  after: PlanIndex,
): { readonly moves: readonly Change[]; readonly demands: readonly Change[] } {
  const moves: Change[] = [];
  const demands: Change[] = [];
  for (const role of before.plan.roles) {
    const now = after.findRole(role.name);
    if (role.given.kind !== 'assigned' || now?.given.kind === 'assigned') continue;
    const isHeld = (parameters: Parameters) => `${parameters.bind(role.name, 'text')} = any(${quote('roles')})`;
    if (isStatedAsGone(after.plan, 'role', role.name)) {
      const what = now === null ? 'is gone' : 'is no longer assigned';
      const words = (n: number) => `role ${role.name} ${what}: ${n === 1 ? 'one user loses' : `${n} users lose`} it`;
      moves.push({
        ...plain(role, `role ${role.name} ${what}`, []),
        loses: { ...where(after.entity('User'), words, null, isHeld), isKept: true },
      });
      continue;
    }
    demands.push(
      forbidden(
        role,
        `role ${role.name} is no longer assigned`,
        where(
          after.entity('User'),
          (n) =>
            `the role \`${role.name}\` is no longer assigned: ${n === 1 ? 'one user holds' : `${n} users hold`} it`,
          `keep it assigned, state \`was ${role.name}\` at the role that takes its place, take it from them first; or ${goneRemedy('role', role.name, null, now !== null)}`,
          isHeld,
        ),
      ),
    );
  }
  return { moves, demands };
}
