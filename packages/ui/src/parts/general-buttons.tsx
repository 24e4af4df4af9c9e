import { Button } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { RefusalDialog } from './refusal-dialog.tsx';
import { RouteLink } from './route-link.tsx';
import { useCreateFrom } from './use-create-from.tsx';

/** The buttons of actions that concern no record: links, and forms of new records. */
export default function GeneralButtons({ screen }: { screen: ScreenView }) {
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
        return action.kind === 'create from' && !action.perRecord ? (
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
