import { Badge, SegmentedControl, Text, Title } from '@mantine/core';
import type { DifferenceEffectView, VersionDifferencesView, VersionDifferenceView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { versionDifferencesQuery } from '../../../data/queries.ts';
import { ProblemAlert } from '../../../parts/problem-alert.tsx';
import { useListState } from '../../../parts/use-list-state.ts';
import { WithCode } from '../../../parts/with-code.tsx';
import { useVersionWords } from '../../../words/version-words.ts';
import { RowsSkeleton } from '../../skeleton.tsx';
import { ClauseLink } from '../clause-link.tsx';
import classes from './versions.module.css';

const AUDIENCES = ['security', 'clients', 'people'] as const;
const COLOURS: Readonly<Record<DifferenceEffectView, string>> = {
  lost: 'red',
  wider: 'red',
  breaking: 'red',
  undecided: 'yellow',
  stricter: 'yellow',
  narrower: 'yellow',
  behaviour: 'ink',
  compatible: 'gray',
};

/** The differences between two versions, for everybody or for some, under headings. */
export function Differences({ former, now }: { former: number; now: number }) {
  const words = useVersionWords();
  const { state, change } = useListState();
  const { data, error, refetch } = useQuery(versionDifferencesQuery(former, now));
  if (error && !data) return <ProblemAlert error={error} onRetry={() => refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (data.unreadable.length > 0)
    return <Text size="sm">{words.unreadableVersions(data.unreadable.map(words.versionNumber))}</Text>;
  if (data.groups.length === 0) return <Text size="sm">{words.noDifferences(former)}</Text>;
  const audience = AUDIENCES.find((each) => each === state.for);
  const groups = shownTo(data, audience);
  return (
    <>
      <SegmentedControl
        mb="sm"
        size="xs"
        aria-label={words.concerns}
        value={audience ?? 'everybody'}
        onChange={(chosen) => change({ for: chosen === 'everybody' ? undefined : chosen })}
        data={(['everybody', ...AUDIENCES] as const).map((each) => ({ value: each, label: words.audiences[each] }))}
      />
      {groups.length === 0 && <Text size="sm">{words.concernsNobody}</Text>}
      {groups.map(({ group, differences }) => (
        <section key={group} className={classes.group}>
          <Title order={3} mb={4}>
            {words.differenceGroups[group]}
          </Title>
          <ul className={classes.differences}>
            {differences.map((each) => (
              <Difference key={`${each.clause} ${each.text}`} difference={each} />
            ))}
          </ul>
        </section>
      ))}
      <Meanings effects={[...new Set(groups.flatMap((each) => each.differences.map(({ effect }) => effect)))]} />
    </>
  );
}

function shownTo({ groups }: VersionDifferencesView, audience: (typeof AUDIENCES)[number] | undefined) {
  if (audience === undefined) return groups;
  return groups
    .map(({ group, differences }) => ({
      group,
      differences: differences.filter(({ audiences }) => audiences.includes(audience)),
    }))
    .filter(({ differences }) => differences.length > 0);
}

function Difference({ difference }: { difference: VersionDifferenceView }) {
  const words = useVersionWords();
  const { effect, clause, isThere, text, example, isAssumed, because } = difference;
  return (
    <li>
      <Effect effect={effect} />
      <div className={classes.what}>
        <Text size="sm" component="div">
          {isThere ? <ClauseLink clause={clause}>{clause}</ClauseLink> : clause}: <WithCode text={sentenceOf(text)} />
        </Text>
        {example.length > 0 && (
          <Text size="sm" c="dimmed">
            {isAssumed ? words.whereItIsSo : words.forInstance}: {example.join(', ')}.
          </Text>
        )}
        {because.length > 0 && (
          <Text size="sm" c="dimmed">
            {words.itFollowsFrom} {because.join(', ')}.
          </Text>
        )}
      </div>
    </li>
  );
}

function Effect({ effect }: { effect: DifferenceEffectView }) {
  const words = useVersionWords();
  return (
    <Badge className={classes.effect} data-colour={COLOURS[effect]} variant="light" radius="sm" tt="none" fw={500}>
      {words.differenceEffects[effect].name}
    </Badge>
  );
}

/** The meaning of the words before the differences. */
function Meanings({ effects }: { effects: readonly DifferenceEffectView[] }) {
  const words = useVersionWords();
  return (
    <details className={classes.meanings}>
      <summary>{words.whatWordsMean}</summary>
      <dl>
        {effects.map((effect) => (
          <div key={effect}>
            <dt>
              <Effect effect={effect} />
            </dt>
            <dd>{words.differenceEffects[effect].means}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function sentenceOf(text: string): string {
  return /[.!?”]$/.test(text) ? text : `${text}.`;
}
