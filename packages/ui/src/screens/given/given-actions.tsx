import { Button } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useCreateFrom } from '../../parts/use-create-from.tsx';

/** The actions beside a given page: it can lead nowhere itself. */
export function GivenActions({ screen }: { screen: ScreenView }) {
  const { run, dialog, refusal, clear } = useCreateFrom();
  return (
    <>
      {screen.actions.map((action) => {
        if (action.kind === 'link')
          return (
            <Button
              key={action.clause}
              data-clause={action.clause}
              variant="default"
              renderRoot={(props) => <RouteLink to={action.to} {...props} />}
            >
              {action.label}
            </Button>
          );
        return action.kind === 'create from' ? (
          <Button key={action.clause} data-clause={action.clause} onClick={() => run(action, null)}>
            {action.label}
          </Button>
        ) : null;
      })}
      {dialog}
      {refusal && <RefusalDialog error={refusal} onClose={clear} />}
    </>
  );
}
