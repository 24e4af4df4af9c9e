import { ActionIcon, Button, Group, Loader, Text } from '@mantine/core';
import { type EntityView, type FieldView, ProblemError, type RecordView } from '@nonet/client';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import { useProduct } from '../data/product.ts';
import { canQuery, recordQuery } from '../data/queries.ts';
import { showWritten } from '../data/show-written.ts';
import { refusalOf } from '../data/verdicts.ts';
import { useRefresh, useWrite, useWriteKey } from '../data/writes.ts';
import { changedBy, type Draft, draftOf, wireOf } from '../fields/drafts.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { FieldValue } from '../fields/field-value.tsx';
import { FormValues } from '../fields/form-values.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { useChecks } from '../fields/use-checks.ts';
import { useFormat } from '../format/format.ts';
import { usePresence } from '../live/use-presence.ts';
import { useLaterWords } from '../words/later-words.ts';
import { notifyDone, notifyRefused } from './notify.tsx';
import { type Grid, isBlock, putPastedCells } from './put-pasted-cells.ts';
import type { Version } from './use-record-draft.ts';
import { useFirst } from './use-first.ts';
import classes from './value-editor.module.css';

/** The element that gets the focus when the value is saved or given up. */
export type Leaving = 'back' | 'next' | 'previous' | 'away';

export interface ValueEditorProps {
  entity: EntityView;
  field: FieldView;
  record: RecordView;
  /** The record as it was loaded with its tag; null if it has to be read first. */
  version: Version | null;
  /** The table that it is in; a block of cells is pasted into it from this one on. */
  grid?: Grid;
  onClose: (to: Leaving) => void;
}

/** Kinds that are chosen rather than typed: choosing saves. */
const CHOSEN: ReadonlySet<string> = new Set(['enum', 'boolean']);
const MULTILINE: ReadonlySet<string> = new Set(['long text', 'markdown']);

/**
 * One value of a record, edited where it is shown: the same write as by the form, of this field alone. Enter saves,
 * Escape gives up, Tab goes to the next value; what is saved can be undone from its notice.
 */
export default function ValueEditor(props: ValueEditorProps) {
  const { entity, record, field, onClose } = props;
  const words = useLaterWords();
  const current = useQuery({
    ...recordQuery(entity.path, record.id, referencesOf(field)),
    staleTime: 0,
    gcTime: 0,
    enabled: props.version === null,
  });
  const can = useQuery({ ...canQuery(entity.path, record.id), refetchOnWindowFocus: false });
  const version = useFirst(props.version ?? (current.isFetchedAfterMount ? current.data : undefined));
  const refusal = current.error ?? can.error ?? refusedBy(can.data, field, words.notEditable(field.label));
  const isRefused = refusal !== null;
  const refuse = useEffectEvent(() => {
    if (refusal === null) return;
    notifyRefused(messageOf(refusal, words), words.refused, words);
    onClose('back');
  });
  useEffect(() => {
    if (isRefused) refuse();
  }, [isRefused]);
  if (refusal !== null) return null;
  if (!version || !can.data) return <Loader size="xs" aria-label={words.loading} />;
  return <Editor {...props} version={version} />;
}

function refusedBy(
  can: Awaited<ReturnType<typeof client.can>> | undefined,
  field: FieldView,
  words: string,
): Error | null {
  if (can === undefined) return null;
  if (!can.update.may) return refusalOf(can.update);
  if (can.fields.includes(field.name)) return null;
  return refusalOf({ code: 'FORBIDDEN', message: words, clause: field.clause });
}

function referencesOf({ kind, name }: FieldView): string[] {
  return kind === 'reference' || kind === 'many' ? [name] : [];
}

interface Conflict {
  readonly theirs: unknown;
  readonly etag: string | null;
}

function Editor({ entity, field, record: listed, version, grid, onClose }: ValueEditorProps & { version: Version }) {
  const words = useLaterWords();
  const format = useFormat();
  const product = useProduct();
  const environment = useFieldEnvironment();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const writeKey = useWriteKey();
  const element = useRef<HTMLDivElement>(null);
  const { record } = version;
  usePresence(entity, record.id, 'edits');
  const [before] = useState<Draft>(() => draftOf([field], record, environment));
  const [draft, setDraft] = useState<Draft>(before);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [isSent, setSent] = useState(false);
  const wire = (of: Draft) => wireOf([field], of, environment)[field.name] ?? null;
  const isSame = JSON.stringify(wire(draft)) === JSON.stringify(wire(before));
  const checks = useChecks({
    entity,
    asked: [{ field, below: null }],
    hidden: [],
    draft,
    record,
    rules: entity.rules.filter(({ on }) => on.includes('update')),
    entered: isSame ? new Set() : new Set([field.name]),
    typing: isSent ? null : field.name,
  });
  const save = useWrite({
    mutationFn: ({ value, etag }: { value: unknown; etag: string | null; to: Leaving }) =>
      client.update(
        entity.path,
        record.id,
        { [field.name]: value },
        { ifMatch: etag, idempotencyKey: writeKey.keyFor(value) },
      ),
    onSettled: (_, error) => writeKey.answered(error),
    onSuccess: ({ etag }, { to }) => {
      showWritten(queries, entity.path, record.id, field.name, draft[field.name]);
      offerUndo(etag);
      onClose(to);
      void refresh();
    },
    onError: async (error, { value, to }) => {
      if (!(error instanceof ProblemError && error.code === 'STALE')) return;
      const newest = await client.read(entity.path, record.id, { expand: referencesOf(field) });
      const theirs = draftOf([field], newest.record, environment);
      // Others have changed other fields alone: this one is still what it was edited from.
      if (JSON.stringify(wire(theirs)) === JSON.stringify(wire(before))) save.mutate({ value, etag: newest.etag, to });
      else setConflict({ theirs: newest.record[field.name] ?? null, etag: newest.etag });
    },
  });

  function offerUndo(etag: string | null) {
    const value = wire(before);
    notifyDone(words.savedField(field.label, listed._title), words, {
      label: words.undo,
      run: async () => {
        try {
          await client.update(entity.path, record.id, { [field.name]: value }, { ifMatch: etag });
          showWritten(queries, entity.path, record.id, field.name, before[field.name]);
          notifyDone(words.undone, words);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          notifyRefused(messageOf(error, words), words.refused, words);
        }
        await refresh();
      },
    });
  }

  const error = save.error && !conflict && !isStale(save.error) ? save.error : null;
  const refusal =
    error instanceof ProblemError
      ? error.errors.map(({ message }) => message).join(' ') || error.problem.detail
      : error?.message;

  function commit(to: Leaving, of: Draft = draft) {
    if (conflict || save.isPending) return;
    if (JSON.stringify(wire(of)) === JSON.stringify(wire(before))) return onClose(to);
    setSent(true);
    if (checks[field.name] !== undefined) return;
    save.mutate({ value: wire(of), etag: version.etag, to });
  }

  function change(changed: unknown) {
    const next = { [field.name]: changedBy(changed, draft[field.name]) };
    setDraft(next);
    save.reset();
    setSent(false);
    if (CHOSEN.has(field.kind)) commit('back', next);
  }

  function press(event: KeyboardEvent) {
    // Keys of a row, and of its list, mean something else in an input.
    event.stopPropagation();
    if (event.defaultPrevented) return;
    if (event.key === 'Escape') {
      if (isPicking(element.current)) return;
      event.preventDefault();
      onClose('back');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      commit(event.shiftKey ? 'previous' : 'next');
    } else if (event.key === 'Enter' && (!MULTILINE.has(field.kind) || event.ctrlKey || event.metaKey)) {
      if (isPicking(element.current) && document.querySelector('[data-combobox-selected]')) return;
      event.preventDefault();
      commit('back');
    }
  }

  function leave({ relatedTarget }: FocusEvent) {
    // The pop-up of an input is elsewhere in the page; the window may lose the focus, too.
    if (!(relatedTarget instanceof Element) || element.current?.contains(relatedTarget)) return;
    if (relatedTarget.closest('[data-portal], [role="dialog"], [role="listbox"]')) return;
    commit('away');
  }

  useEffect(() => {
    const input = element.current?.querySelector<HTMLElement>('input, textarea, [role="checkbox"]');
    input?.focus();
    if (input instanceof HTMLInputElement && input.type !== 'checkbox') input.select();
  }, []);
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || element.current?.contains(target)) return;
      if (target.closest('[data-portal], [role="dialog"], [role="listbox"]')) return;
      commit('away');
    };
    document.addEventListener('pointerdown', press);
    return () => document.removeEventListener('pointerdown', press);
  });

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!grid || !isBlock(text)) return;
    event.preventDefault();
    onClose('back');
    const context = { entity, words, format, queries, product, environment, refresh };
    void putPastedCells(text, { id: listed.id, name: field.name }, grid, context);
  }

  const handlers = {
    onPaste: paste,
    onKeyDown: press,
    onBlur: leave,
    // A click in it is none on its row.
    onClick: (event: MouseEvent) => event.stopPropagation(),
  };
  const errors = { ...(refusal ? { [field.name]: refusal } : {}), ...checks };
  return (
    <div ref={element} className={classes.editor} data-editor {...handlers}>
      <FormValues value={{ ...record, ...wireOf([field], draft, environment) }}>
        <FieldInput
          bare
          field={field}
          label={words.valueOf(field.label, listed._title)}
          value={draft[field.name]}
          errors={errors}
          onChange={change}
        />
      </FormValues>
      {!CHOSEN.has(field.kind) && (
        <Group gap={2} wrap="nowrap" className={classes.buttons ?? ''}>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={words.save}
            loading={save.isPending}
            onClick={() => commit('back')}
          >
            <IconCheck size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.cancel} onClick={() => onClose('back')}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      )}
      {conflict && (
        <div role="alert" className={classes.conflict}>
          <Text size="xs">{words.changedMeanwhile}</Text>
          <div className={classes.theirs}>
            <FieldValue dense field={field} value={conflict.theirs} />
          </div>
          <Group gap="xs">
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                onClose('back');
                void refresh();
              }}
            >
              {words.takeTheirs}
            </Button>
            <Button
              size="compact-xs"
              onClick={() => {
                const { etag } = conflict;
                setConflict(null);
                save.mutate({ value: wire(draft), etag, to: 'back' });
              }}
            >
              {words.keepMine}
            </Button>
          </Group>
        </div>
      )}
    </div>
  );
}

function isStale(error: Error): boolean {
  return error instanceof ProblemError && error.code === 'STALE';
}

/** Whether a list or a calendar of the input is open: its keys are its own. */
function isPicking(editor: HTMLElement | null): boolean {
  return (editor?.querySelector('[aria-expanded="true"]') ?? null) !== null;
}
