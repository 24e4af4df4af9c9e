import { Alert, Anchor, Badge, SegmentedControl, Text, Title } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { useProduct } from '../../data/product.ts';
import { documentQuery } from '../../data/queries.ts';
import { AwaitedPart } from '../../parts/awaited-part.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { WithCode } from '../../parts/with-code.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useLaterWords } from '../../words/later-words.ts';
import { ScreenSkeleton } from '../screen-skeleton.tsx';
import { RowsSkeleton } from '../skeleton.tsx';
import classes from './document.module.css';
import { ClausePlaces } from './clause-link.tsx';
import { lineId } from '../../format/line-id.ts';
import { Gaps } from './gaps.tsx';
import { Given } from './given.tsx';
import { SourceText } from './source-text.tsx';
import type { StatedView } from './stated.tsx';

const Stated = lazy(() => import('./stated.tsx'));
const Versions = lazy(() => import('./versions/versions.tsx'));
const Corrections = lazy(() => import('./corrections/corrections.tsx'));
const VIEWS = ['text', 'entities', 'states', 'permissions', 'versions', 'corrections'] as const;

/** The parameters of the address that concern versions. */
const OF_VERSIONS = { version: undefined, former: undefined, for: undefined };

/** The document itself: its nine points, and each gap with its consequences. */
export default function DocumentScreen() {
  const words = useLaterWords();
  const { state, change } = useListState();
  const { mode } = useProduct();
  const { data, error, refetch } = useQuery(documentQuery);
  if (error && !data) {
    return (
      <ScreenFrame screen={null} title={words.document} loaded>
        <ProblemAlert error={error} onRetry={() => refetch()} />
      </ScreenFrame>
    );
  }
  if (!data) return <ScreenSkeleton screen={null} />;
  const allOpen = data.points.every((point) => point.open);
  const [written] = data.sources;
  const view = VIEWS.find((each) => each === state.view) ?? 'text';
  return (
    <ScreenFrame screen={null} title={data.title} loaded>
      <Text mb="md" maw="46rem" size="sm" c="dimmed">
        {allOpen ? words.documentOpen : words.documentIntro}
        {mode === 'dev' && written && (
          <>
            {' '}
            <WithCode text={words.documentFollows(written.path)} />
          </>
        )}
      </Text>
      {!allOpen && (
        <SegmentedControl
          mb="md"
          className={classes.views}
          size="xs"
          aria-label={words.calendarView}
          value={view}
          onChange={(chosen) => change({ ...OF_VERSIONS, view: chosen === 'text' ? undefined : chosen })}
          data={VIEWS.map((each) => ({ value: each, label: words[each] }))}
        />
      )}
      <ClausePlaces value={data.clauses}>
        {view === 'text' ? (
          <DocumentText document={data} />
        ) : (
          <AwaitedPart fallback={<RowsSkeleton />}>
            {view === 'versions' ? (
              <Versions />
            ) : view === 'corrections' ? (
              <Corrections />
            ) : (
              <Stated document={data} view={view satisfies StatedView} />
            )}
          </AwaitedPart>
        )}
      </ClausePlaces>
    </ScreenFrame>
  );
}

function DocumentText({ document: data }: { document: DocumentView }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        <Points document={data} />
      </div>
      <div className={classes.text}>
        <Gaps gaps={data.gaps} />
        <Given document={data} />
        <Findings document={data} />
        {data.sources.map((source) => (
          <article key={source.path} aria-label={source.path} className={classes.source}>
            {data.sources.length > 1 && (
              <Text size="xs" c="dimmed">
                {source.path}
              </Text>
            )}
            <SourceText source={source} document={data} />
          </article>
        ))}
      </div>
    </div>
  );
}

function Points({ document: { points, sources } }: { document: DocumentView }) {
  const words = useLaterWords();
  const [first] = sources;
  return (
    <nav aria-label={words.points}>
      <Title order={2} mb={4}>
        {words.points}
      </Title>
      <ol className={classes.points}>
        {points.map((point) => (
          <li key={point.number}>
            {point.line !== null && first ? (
              <Anchor size="sm" href={`#${lineId(first.path, point.line)}`}>
                {point.title}
              </Anchor>
            ) : (
              <Text span size="sm">
                {point.title}
              </Text>
            )}{' '}
            {point.open && (
              <Badge
                component="span"
                variant="default"
                size="sm"
                radius="sm"
                tt="none"
                fw={500}
                leftSection={<IconCircleDashed size={11} aria-hidden />}
              >
                {words.pointOpen}
              </Badge>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The checker's diagnostics about the document besides its gaps: warnings and hints, and disclosures on request. */
function Findings({ document: { diagnostics } }: { document: DocumentView }) {
  const words = useLaterWords();
  const disclosures = diagnostics.filter((each) => each.severity === 'disclosure');
  const others = diagnostics.filter((each) => each.severity !== 'gap' && each.severity !== 'disclosure');
  if (others.length + disclosures.length === 0) return null;
  return (
    <Alert variant="light" color="gray" title={words.findings} mb="md">
      <FindingList findings={others} />
      {disclosures.length > 0 && (
        <details>
          <summary>{words.disclosures(disclosures.length)}</summary>
          <FindingList findings={disclosures} />
        </details>
      )}
    </Alert>
  );
}

function FindingList({ findings }: { findings: DocumentView['diagnostics'] }) {
  const words = useLaterWords();
  return (
    <ul className={classes.findings}>
      {findings.map((each) => (
        <li key={`${each.code}${each.file}${each.line}${each.column}${each.message}`}>
          <Anchor size="sm" underline="always" href={`#${lineId(each.file, each.line)}`}>
            {words.line} {each.line}
          </Anchor>{' '}
          {each.code} ({each.severity}): <WithCode text={each.message} />
        </li>
      ))}
    </ul>
  );
}
