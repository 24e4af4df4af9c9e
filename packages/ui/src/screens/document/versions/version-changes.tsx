import { Group, Select, Text, Title } from '@mantine/core';
import type { VersionsView } from '@nonet/client';
import { useFormat } from '../../../format/format.ts';
import { useListState } from '../../../parts/use-list-state.ts';
import { WithCode } from '../../../parts/with-code.tsx';
import { useVersionWords } from '../../../words/version-words.ts';
import { Differences } from './differences.tsx';
import classes from './versions.module.css';

type Version = VersionsView['versions'][number];

/**
 * A version's changes of the storage, and its differences in meaning from another version: the one before, or one that
 * the reader chooses.
 */
export function VersionChanges({ view, version }: { view: VersionsView; version: Version }) {
  const words = useVersionWords();
  const format = useFormat();
  const { state, change } = useListState();
  const others = view.versions.filter(({ number }) => number !== version.number);
  const before = view.versions.find(({ number }) => number < version.number);
  const chosen = others.find(({ number }) => String(number) === state.former) ?? before;
  return (
    <section className={classes.section}>
      <Group justify="space-between" align="flex-end" mb="xs" gap="sm">
        <Title order={2}>{words.versionNumber(version.number)}</Title>
        {others.length > 1 && (
          <Select
            size="xs"
            w="17rem"
            label={words.comparedWith}
            allowDeselect={false}
            value={chosen === undefined ? null : String(chosen.number)}
            data={others.map(({ number, putToUseAt }) => ({
              value: String(number),
              label: `${words.versionNumber(number)}, ${format.dateTime(putToUseAt)}`,
            }))}
            onChange={(number) => change({ former: number ?? undefined })}
          />
        )}
      </Group>
      {chosen === undefined ? (
        <Text size="sm">{words.firstVersion}</Text>
      ) : (
        <Differences former={chosen.number} now={version.number} />
      )}
      <Done version={version} />
    </section>
  );
}

/** The steps that putting it to use took on this database. */
function Done({ version: { steps, effects } }: { version: Version }) {
  const words = useVersionWords();
  const lines = [...steps, ...effects];
  if (lines.length === 0) return null;
  return (
    <>
      <Title order={3} mt="lg" mb={4}>
        {words.whatWasDone}
      </Title>
      <ul className={classes.done}>
        {lines.map((line) => (
          <li key={line}>
            <WithCode text={line} />
          </li>
        ))}
      </ul>
    </>
  );
}
