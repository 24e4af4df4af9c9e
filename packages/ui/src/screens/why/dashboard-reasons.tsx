import type { ScreenView } from '@nonet/client';
import { rowsBehind } from '../../data/stated.ts';
import { Sentence } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';
import { FromDocument, Reasons, RowReason } from './reasons.tsx';

/** The document's statements about a dashboard: whom it is for, and which of its numbers this reader does not see. */
export function DashboardReasons({ screen }: { screen: ScreenView }) {
  const words = useWords();
  const seen = new Set(screen.tiles.map(({ clause }) => clause));
  return (
    <FromDocument>
      {(document) => {
        const stated = document.screens.find(({ slug }) => slug === screen.slug);
        const hidden = stated?.tiles.filter(({ clause }) => !seen.has(clause)) ?? [];
        return (
          <>
            <Reasons title={words.whyScreenFor}>
              <Sentence clause={`${screen.clause}.for`} />
            </Reasons>
            {hidden.length > 0 && (
              <Reasons title={words.whyHidden}>
                {hidden.map(({ clause, name, reads }) => (
                  <div key={clause}>
                    <RowReason document={document} label={name} rows={rowsBehind(document, reads)} otherwise={null} />
                    <Sentence clause={clause} />
                  </div>
                ))}
              </Reasons>
            )}
            <Reasons title={words.whyCounted}>
              {screen.tiles.map(({ clause }) => (
                <Sentence key={clause} clause={clause} />
              ))}
            </Reasons>
          </>
        );
      }}
    </FromDocument>
  );
}
