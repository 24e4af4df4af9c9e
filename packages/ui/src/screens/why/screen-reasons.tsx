import type { DocumentView, ScreenView } from '@nonet/client';
import { columnsOf, fieldClause, readRowsOf } from '../../data/stated.ts';
import { useWords } from '../../words/words.ts';
import { Sentence } from '../../parts/why.tsx';
import { Readers } from './readers.tsx';
import { FromDocument, Reasons, RowReason } from './reasons.tsx';

/**
 * The document's statements about a screen of several records: which ones, for whom, and what this reader does not
 * see.
 */
export function ScreenReasons({ screen }: { screen: ScreenView }) {
  return <FromDocument>{(document) => <StatedReasons document={document} screen={screen} />}</FromDocument>;
}

function StatedReasons({ document, screen }: { document: DocumentView; screen: ScreenView }) {
  const words = useWords();
  const stated = document.screens.find(({ slug }) => slug === screen.slug);
  const entity = stated?.entity ?? null;
  if (!stated || entity === null) return <Sentence clause={screen.clause} />;
  const { hidden, guarded } = columnsOf(document, stated, screen);
  const computed = screen.groups.flatMap(({ columns }) => columns.filter(({ field }) => field.computed));
  const offered = new Set(screen.actions.map(({ clause }) => clause));
  const refused = stated.actions.filter((clause) => !offered.has(clause));
  const where = `${screen.clause}.where`;
  const readers = ({ path, label, clause }: (typeof hidden)[number]) => (
    <RowReason
      key={clause}
      document={document}
      label={label}
      rows={readRowsOf(document, entity, path)}
      otherwise={<Sentence clause={fieldClause(document, entity, path) ?? clause} />}
    />
  );
  return (
    <>
      <Reasons title={words.whyRecords}>
        <Sentence clause={where in document.clauses ? where : `${screen.clause}.kind`} />
      </Reasons>
      <Reasons title={words.whyRecordReaders}>
        <Readers document={document} entity={entity} may="read" />
      </Reasons>
      {hidden.length > 0 && <Reasons title={words.whyHidden}>{hidden.map(readers)}</Reasons>}
      {guarded.length > 0 && <Reasons title={words.whyNotAll}>{guarded.map(readers)}</Reasons>}
      {refused.length > 0 && (
        <Reasons title={words.whyNotOffered}>
          {refused.flatMap((clause) =>
            deciding(document, entity, clause).map((each) => <Sentence key={each} clause={each} />),
          )}
        </Reasons>
      )}
      {computed.length > 0 && (
        <Reasons title={words.whyComputed}>
          {computed.map(({ field }) => (
            <Sentence key={field.clause} clause={field.clause} />
          ))}
        </Reasons>
      )}
    </>
  );
}

/** The clauses that decide who may take an action of a screen: the rows of its event, or those of point 6. */
function deciding(document: DocumentView, entity: string, action: string): string[] {
  const name = action.split('.').at(-1) ?? '';
  const rows = document.workflows
    .filter((workflow) => workflow.entity === entity)
    .flatMap(({ transitions }) => transitions.filter(({ event }) => event === name).map(({ clause }) => clause));
  const allowed = `6.${entity}.${name === 'edit' ? 'update' : name}`;
  return rows.length > 0 ? [...new Set(rows)] : [allowed in document.clauses ? allowed : action];
}
