import type { DocumentView } from '@nonet/client';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { DOCUMENT_ROUTE } from '../../data/routes.ts';
import { lineId } from '../../format/line-id.ts';

/** The place of each clause of the document. */
export const ClausePlaces = createContext<DocumentView['clauses']>({});

/** A link to a clause in the document's text. */
export function ClauseLink({ clause, children }: { clause: string; children: ReactNode }) {
  const place = use(ClausePlaces)[clause];
  if (!place) return children;
  return (
    <Link to={DOCUMENT_ROUTE} search={{}} hash={lineId(place.file, place.line)}>
      {children}
    </Link>
  );
}
