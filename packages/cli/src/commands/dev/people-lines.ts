import { type Account, createSessions, type RunningEngine } from '@nonet/engine';
import type { StandIns } from '../../stand-ins.ts';
import { cyan, dim, yellow } from '../../terminal.ts';

/** A sign-in link for each demo person and stand-in, and the roles for which the document allows no stand-in. */
export async function peopleLines(
  { engine, standIns }: { readonly engine: RunningEngine; readonly standIns: StandIns },
  url: string,
): Promise<string[]> {
  const sessions = createSessions(engine.pool, engine.index);
  const demo = await sessions.demoAccounts();
  const others = await sessions.accountsOf(standIns.emails);
  const width = Math.max(0, ...[...demo, ...others].map(({ name, email }) => (name ?? email).length));
  const linkOf = ({ name, email, roles }: Account) => {
    const link = `${url}/?as=${encodeURIComponent(email)}`;
    return `  ${(name ?? email).padEnd(width)}  ${cyan(link)}  ${dim(roles.join(', ') || 'no assigned role')}`;
  };
  const isEmpty = demo.length + others.length === 0;
  return [
    ...(isEmpty ? [] : [yellow('  Development: demo data, and anybody may sign in as anybody.')]),
    ...demo.map(linkOf),
    ...(others.length > 0 ? [dim('  Stand-ins, for roles that no demo record of User has:')] : []),
    ...others.map(linkOf),
    ...standIns.refused.map(({ standIn: { roles }, reason }) =>
      yellow(
        `  Nobody stands in for ${roles[0] ?? 'somebody without a role'}: ${reason} State one under \`#### Demo records\` of User.`,
      ),
    ),
  ];
}
