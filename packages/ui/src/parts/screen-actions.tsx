import { Button } from '@mantine/core';
import type { EntityView, ListQuery, ScreenView } from '@nonet/client';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../data/client.ts';
import { saveAs } from '../data/export.ts';
import { useProduct } from '../data/product.ts';
import { recordAddress } from '../data/routes.ts';
import { useWords } from '../words/words.ts';
import { CreateDialog, ImportDialog, SubscribeDialog } from './lazy-dialogs.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import { RouteLink } from './route-link.tsx';
import { useCreateFrom } from './use-create-from.tsx';
import { useEvents } from './use-events.tsx';

interface ScreenActionsProps {
  screen: ScreenView;
  entity: EntityView;
  /** The query of the export: the list as it is narrowed now. */
  exportQuery: ListQuery;
}

/** The actions of a screen of several records that concern none of them: create, export, import, links, events that create. */
export function ScreenActions({ screen, entity, exportQuery }: ScreenActionsProps) {
  const words = useWords();
  const { screens } = useProduct();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [importing, setImporting] = useState(false);
  const [subscribing, setSubscribing] = useState(false);
  const events = useEvents({
    onDone: (record) => {
      const address = recordAddress(entity, record.id);
      if (address) void navigate({ to: address });
    },
  });
  const download = useMutation({
    mutationFn: () => client.exportCsv(entity.path, exportQuery),
    onSuccess: (blob) => saveAs(blob, `${screen.slug}.csv`),
  });
  const createFrom = useCreateFrom();
  const form = screens.find((each) => each.kind === 'form' && each.route === entity.formRoute);
  const create = {
    leftSection: <IconPlus size={16} aria-hidden />,
    children: form?.name ?? words.create(entity.label),
  };
  const refusal = events.refusal ?? download.error ?? createFrom.refusal;

  return (
    <>
      {screen.actions.map((action) => {
        switch (action.kind) {
          case 'create': {
            if (!entity.create) return null;
            const route = entity.formRoute;
            return route !== null && !route.includes('{') ? (
              <Button
                key="create"
                {...create}
                data-clause={action.clause}
                renderRoot={(props) => <RouteLink to={route} {...props} />}
              />
            ) : (
              <Button key="create" {...create} data-clause={action.clause} onClick={() => setCreating(true)} />
            );
          }
          case 'export':
            return (
              <Button
                key="export"
                data-clause={action.clause}
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                {words.exportCsv}
              </Button>
            );
          case 'import':
            return (
              <Button
                key="import"
                data-clause={action.clause}
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                {words.importCsv}
              </Button>
            );
          case 'subscribe':
            return (
              <Button
                key="subscribe"
                data-clause={action.clause}
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => setSubscribing(true)}
              >
                {words.subscribe}
              </Button>
            );
          case 'link':
            return (
              <Button
                key={action.to}
                data-clause={action.clause}
                variant="default"
                renderRoot={(props) => <RouteLink to={action.to} {...props} />}
              >
                {action.label}
              </Button>
            );
          case 'create from':
            return action.perRecord ? null : (
              <Button
                key={action.clause}
                data-clause={action.clause}
                variant="default"
                onClick={() => createFrom.run(action, null)}
              >
                {action.label}
              </Button>
            );
          case 'event': {
            const event = entity.events.find((each) => each.name === action.event);
            if (!event?.creates) return null;
            return (
              <Button
                key={event.name}
                data-clause={action.clause}
                loading={events.pending}
                onClick={() => events.fire(entity, event, null, null)}
              >
                {event.label}
              </Button>
            );
          }
          case 'copy':
          case 'delete':
          case 'edit':
          case 'erase':
          case 'merge':
          case 'restore':
            return null;
        }
      })}
      {creating && <CreateDialog entity={entity} onClose={() => setCreating(false)} />}
      {importing && <ImportDialog entity={entity} onClose={() => setImporting(false)} />}
      {subscribing && <SubscribeDialog screen={screen} query={exportQuery} onClose={() => setSubscribing(false)} />}
      {events.dialog}
      {createFrom.dialog}
      {refusal && (
        <RefusalDialog
          error={refusal}
          onClose={() => {
            events.clear();
            download.reset();
            createFrom.clear();
          }}
        />
      )}
    </>
  );
}
