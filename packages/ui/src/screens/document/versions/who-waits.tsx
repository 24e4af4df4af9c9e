import { Alert, Progress, Text, Title } from '@mantine/core';
import type { VersionsView } from '@nonet/client';
import { useProduct } from '../../../data/product.ts';
import { useFormat } from '../../../format/format.ts';
import { WithCode } from '../../../parts/with-code.tsx';
import { useVersionWords } from '../../../words/version-words.ts';
import classes from './versions.module.css';

/** The processes that serve each version, the change that is under way, and the parts kept for a former version. */
export function WhoWaits({ view }: { view: VersionsView }) {
  const words = useVersionWords();
  const { mode } = useProduct();
  const former = view.serving.filter(({ version }) => version !== view.current);
  return (
    <section className={classes.section}>
      <Title order={2} mb={4}>
        {words.whoWaits}
      </Title>
      {view.served !== view.current && (
        <Alert variant="light" color="yellow" mb="xs">
          <Text size="sm">{words.servedVersion(view.served, view.current)}</Text>
        </Alert>
      )}
      {view.serving.length > 0 ? (
        <Serving view={view} />
      ) : (
        <Text size="sm">{mode === 'dev' ? words.devServesAlone : words.nobodyServes}</Text>
      )}
      {view.change && <Change change={view.change} />}
      {view.kept ? (
        <>
          <Text size="sm" mt="xs">
            <WithCode text={former.length > 0 ? words.formerGoesOn : words.formerHasEnded} />
          </Text>
          {view.kept.columns.length > 0 && (
            <Text size="sm" c="dimmed">
              {words.keptColumns}{' '}
              {view.kept.columns.map(({ table, column }) => `${table}.${column.replace(/^_former_/, '')}`).join(', ')}
            </Text>
          )}
        </>
      ) : (
        !view.change && (
          <Text size="sm" c="dimmed" mt={4}>
            {words.nothingWaits}
          </Text>
        )
      )}
    </section>
  );
}

function Serving({ view }: { view: VersionsView }) {
  const words = useVersionWords();
  const format = useFormat();
  return (
    <ul className={classes.plain}>
      {view.serving.toReversed().map(({ version, address, connections, since }) => (
        <li key={`${version} ${address}`}>
          <b>{words.versionNumber(version)}</b> {words.servedFrom(address, connections, format.dateTime(since))}
        </li>
      ))}
    </ul>
  );
}

function Change({ change: { startedAt, tables } }: { change: NonNullable<VersionsView['change']> }) {
  const words = useVersionWords();
  const format = useFormat();
  return (
    <>
      <Text size="sm" mt="xs">
        {words.changeUnderWay(format.dateTime(startedAt))}
      </Text>
      {tables.map(({ table, done, left }) => {
        const text = words.recordsMoved(table, format.count(done), format.count(left));
        return (
          <div key={table} className={classes.filling}>
            <Text size="sm">{text}</Text>
            <Progress size="sm" aria-label={text} value={done + left === 0 ? 100 : (100 * done) / (done + left)} />
          </div>
        );
      })}
    </>
  );
}
