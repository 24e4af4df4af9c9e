import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { SavedViewView, ScreenView } from '@nonet/client';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { client } from '../../data/client.ts';
import { splitErrors } from '../../data/errors.ts';
import type { ListState } from '../../data/list-state.ts';
import { useProduct } from '../../data/product.ts';
import { viewStateOf } from '../../data/view-state.ts';
import { useWrite } from '../../data/writes.ts';
import { useIsShown } from '../../parts/use-is-shown.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useWords } from '../../words/words.ts';

const LONGEST_NAME = 100;
const PRIVATE = '';

interface ViewDialogProps {
  screen: ScreenView;
  state: ListState;
  /** Null for a new one, of what the list shows now. */
  view: SavedViewView | null;
  onClose: () => void;
  onSaved: (view: SavedViewView) => void;
}

/** A view's name, and with which of one's own roles it is shared. */
export function ViewDialog({ screen, state, view, onClose, onSaved }: ViewDialogProps) {
  const words = useWords();
  const { user } = useProduct();
  const [name, setName] = useState(view?.name ?? '');
  const [role, setRole] = useState<string | null>(view?.role ?? null);
  const isShown = useIsShown();
  const save = useWrite({
    mutationFn: () =>
      view === null
        ? client.saveView({ screen: screen.slug, name, role, state: viewStateOf(state, screen) })
        : client.changeView(view.id, { name, ...(role === view.role ? {} : { role }) }),
    onSuccess: (saved) => {
      onSaved(saved);
      if (isShown()) onClose();
    },
  });
  const { byField, others } = splitErrors(save.error, (path) => path === 'name' || path === 'role');
  // A role that one shared with and lost stays to be removed.
  const roles = [...new Set([...(user?.roles ?? []), ...(view?.role ? [view.role] : [])])];

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate();
  }

  return (
    <Dialog
      onClose={onClose}
      title={view === null ? words.saveView : words.editView(view.name)}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      <form onSubmit={submit}>
        <Stack>
          {save.error && Object.keys(byField).length === 0 && <ProblemAlert error={save.error} listed={others} focus />}
          <TextInput
            label={words.viewName}
            required
            withAsterisk={false}
            maxLength={LONGEST_NAME}
            data-autofocus
            value={name}
            error={byField['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {roles.length > 0 && (
            <Select
              label={words.shareWith}
              description={words.shareHint}
              allowDeselect={false}
              data={[{ value: PRIVATE, label: words.onlyMe }, ...roles.map((each) => ({ value: each, label: each }))]}
              value={role ?? PRIVATE}
              error={byField['role']}
              onChange={(chosen) => setRole(chosen === PRIVATE ? null : chosen)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
