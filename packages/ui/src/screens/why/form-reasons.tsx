import type { ScreenView } from '@nonet/client';
import { askable, entryRowOf } from '../../data/stated.ts';
import { Sentence } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';
import { Readers } from './readers.tsx';
import { FromDocument, Reasons, RowReason } from './reasons.tsx';

export interface FormReasonsProps {
  screen: ScreenView;
  cause: 'create' | 'update';
  /** The fields that this form asks its reader for. */
  asked: readonly string[];
}

/** The document's statements about a form: who may save it, and which fields it does not ask this reader for. */
export function FormReasons({ screen, cause, asked }: FormReasonsProps) {
  const words = useWords();
  return (
    <FromDocument>
      {(document) => {
        const stated = document.screens.find(({ slug }) => slug === screen.slug);
        const entity = stated?.entity ?? null;
        if (!stated || entity === null) return <Sentence clause={screen.clause} />;
        const fields = askable(document, stated).map((field) => {
          const row = entryRowOf(document, entity, field.name, cause);
          return { ...field, rows: row === null ? [] : [row] };
        });
        const hidden = fields.filter(({ name }) => !asked.includes(name));
        const guarded = fields.filter(({ name, rows }) => asked.includes(name) && rows[0]?.may === `update ${name}`);
        const reason = (field: (typeof fields)[number]) => (
          <RowReason key={field.name} document={document} {...field} otherwise={<Sentence clause={field.clause} />} />
        );
        return (
          <>
            <Reasons title={words.whySavers}>
              <Readers document={document} entity={entity} may={cause} />
            </Reasons>
            {hidden.length > 0 && <Reasons title={words.whyNotAsked}>{hidden.map(reason)}</Reasons>}
            {guarded.length > 0 && <Reasons title={words.whyNotAllAsked}>{guarded.map(reason)}</Reasons>}
          </>
        );
      }}
    </FromDocument>
  );
}
