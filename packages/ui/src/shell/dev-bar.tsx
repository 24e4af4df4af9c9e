import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../data/load-part.ts';
import { messageOf } from '../data/messages.ts';
import { useProduct } from '../data/product.ts';
import { demoAccountsQuery } from '../data/queries.ts';
import { MAILS_PAGE } from '../data/routes.ts';
import { notifyRefused } from '../parts/notify.tsx';
import { useLeaving } from '../parts/unsaved-changes.tsx';
import { useWords } from '../words/words.ts';
import { useSession } from '../data/session.ts';
import { useAskedAccount } from './use-asked-account.ts';
import { useDevEvents } from './use-dev-events.ts';
import classes from './shell.module.css';

const DocumentErrors = lazyPart(async () => ({ default: (await import('./document-errors.tsx')).DocumentErrors }));

/** Says loudly that nothing here is real, and lets the writer of a document be each of its demo people. */
export default function DevBar({ height }: { height: number }) {
  const words = useWords();
  const { user, screens, showsMails } = useProduct();
  const session = useSession();
  const { data: accounts } = useQuery({ ...demoAccountsQuery, enabled: screens.length > 0 });
  const { failure, clear } = useDevEvents();
  useAskedAccount(accounts);
  const change = useMutation({
    mutationFn: (id: string) => (id === '' ? session.signOut(null) : session.signInAs(id, null)),
    onError: (error) => notifyRefused(messageOf(error, words), words.actAs, words),
  });
  const leaving = useLeaving();
  return (
    <div className={classes.dev} style={{ height }}>
      <span>{words.development}</span>
      {showsMails && (
        <a href={MAILS_PAGE} target="_blank" rel="noreferrer">
          {words.mails}
        </a>
      )}
      {accounts && accounts.length > 0 && (
        <label>
          <span>{words.actAs}</span>
          <select
            value={user?.id ?? ''}
            disabled={change.isPending}
            onChange={({ currentTarget: { value } }) => leaving.leave(() => change.mutate(value))}
          >
            <option value="">{words.nobody}</option>
            {accounts.map((account) => (
              <option key={account.id} value={account.id}>
                {account.roles.length === 0 ? account.name : `${account.name} (${account.roles.join(', ')})`}
              </option>
            ))}
          </select>
        </label>
      )}
      {leaving.dialog}
      {failure && (
        <Suspense>
          <DocumentErrors failure={failure} onHide={clear} />
        </Suspense>
      )}
    </div>
  );
}
