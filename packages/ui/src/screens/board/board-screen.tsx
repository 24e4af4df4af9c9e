import { DndContext, type DragEndEvent, type DragMoveEvent, DragOverlay, type DragStartEvent } from '@dnd-kit/core';
import { Box, Button, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconColumnsOff } from '@tabler/icons-react';
import type { FieldView } from '@nonet/client';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { projection } from '../../data/columns.ts';
import { useKeptChoice } from '../../data/kept-choice.ts';
import { messageOf } from '../../data/messages.ts';
import { apiFilters } from '../../data/list-state.ts';
import { useEntity, useProduct } from '../../data/product.ts';
import { pathFilters } from '../../data/routes.ts';
import { useFormat } from '../../format/format.ts';
import { ListFilters } from '../../parts/filters/list-filters.tsx';
import { openingOf } from '../../parts/opening.ts';
import { OpenMark } from '../../parts/open-mark.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RecordActionsHost } from '../../parts/record-actions-host.tsx';
import { ScreenActions } from '../../parts/screen-actions.tsx';
import { ScreenTools } from '../../parts/screen-tools.tsx';
import { ScreenFrame } from '../../parts/screen-frame.tsx';
import { useOrderByHand } from '../../parts/use-order-by-hand.tsx';
import { useListState } from '../../parts/use-list-state.ts';
import { useRecordPanel } from '../../parts/use-record-panel.ts';
import { droppedOn, useDragSensors } from '../../parts/use-drag-sensors.ts';
import { useWords } from '../../words/words.ts';
import { Beside } from '../record-panel/beside.tsx';
import type { ScreenProps } from '../screen.ts';
import { WhyScreen } from '../why/why-screen.tsx';
import type { AwaitedCards } from './awaited-cards.ts';
import { BoardSkeleton } from './board-skeleton.tsx';
import { type AskedMove, BoardColumn, type ShownCards } from './board-column.tsx';
import classes from './board.module.css';
import { cardMoveOf, focusAgain, stepBetweenCards } from './card-keys.ts';
import { type CardPlace, cardPlaceAt } from './card-place.ts';
import { keyOfColumn } from './column-keys.ts';
import { CardBody, type CardData } from './card.tsx';
import { type Lane, LaneMenu, LaneTitle, useLanes } from './lanes.tsx';
import { movesBetween } from './moves.ts';
import { useFirstFilled } from './use-first-filled.ts';
import { useMove } from './use-move.tsx';

/** Another place in its column for a card, from the one that it has then. */
interface Arranged {
  readonly id: string;
  readonly column: string;
  readonly to: (at: number) => number;
}

const NO_CHOICES: NonNullable<FieldView['choices']> = [];

export default function BoardScreen({ screen, parameters }: ScreenProps) {
  const words = useWords();
  const { timeZone } = useFormat();
  const entity = useEntity(screen.entity);
  const { state, change } = useListState();
  const [dragged, setDragged] = useState<CardData | null>(null);
  const [errors, setErrors] = useState<ReadonlyMap<string, Error>>(new Map());
  const [areLoaded, setAreLoaded] = useState(false);
  const loaded = useRef(new Set<string>());
  const { title } = useProduct();
  const [kept, keep] = useKeptChoice(`board ${title} ${screen.slug}`);
  const folded = new Set(kept?.split(','));
  const [hides, keepHides] = useKeptChoice(`board ${title} ${screen.slug} empty`);
  const hidesEmpty = hides === 'hidden';
  const sensors = useDragSensors();
  const ordering = useOrderByHand(screen, entity);
  const move = useMove(screen, entity, ordering);
  const shownIn = useRef(new Map<string, ShownCards>());
  /** The card that was moved by keyboard: it gets the focus again where it comes to. */
  const followed = useRef<string | null>(null);
  /** The changes of order that wait until their cards are where they go to. */
  const arranged = useRef<readonly Arranged[]>([]);
  const [line, setLine] = useState<CardPlace | null>(null);
  const panel = useRecordPanel();
  const opening = openingOf((id) => panel.open({ path: entity.path, id }), false);
  const handlers = {
    ...(entity.recordRoute === null ? {} : opening),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      moveByKey(event);
      stepBetweenCards(event);
      if (entity.recordRoute !== null) opening.onKeyDown(event);
    },
  };
  const queries = useQueryClient();
  const [first, ...others] = errors.values();
  // An error that several columns share is shown once.
  const common =
    others.length > 0 && others.every((each) => messageOf(each, words) === messageOf(first, words)) && first;
  const field = entity.fields.find((each) => each.name === screen.board?.field);
  const columns = useMemo(() => screen.groups.flatMap((group) => group.columns), [screen]);
  const choices = field?.choices ?? NO_CHOICES;
  // Shows all columns together: one after the other, they would push each other away.
  const isLoaded = areLoaded || choices.length === 0;
  const orderedBy = ordering?.order.field;
  const query = useMemo(() => {
    const shown = projection(columns);
    return {
      screen: screen.slug,
      filters: { ...apiFilters(state, screen.filters, timeZone), ...pathFilters(screen, parameters) },
      search: state.q,
      fields: [
        ...shown.fields,
        ...(screen.board ? [screen.board.field] : []),
        ...(orderedBy === undefined ? [] : [orderedBy]),
      ],
      expand: shown.expand,
    };
  }, [screen, columns, state, parameters, timeZone, orderedBy]);
  const place = useRef<HTMLElement>(null);
  useFirstFilled(place, isLoaded);
  const ids = useId();
  const laneIdOf = ({ key }: Lane) => `${ids}${encodeURIComponent(String(key))}`;
  const lanes = useLanes(screen, entity, columns, query);

  function fold(choice: string, isFolded: boolean) {
    const next = [...folded].filter((each) => each !== choice && each !== '');
    keep([...next, ...(isFolded ? [choice] : [])].join() || null);
  }

  function choiceOf(column: string | null) {
    return choices.find(({ name }) => column === name || column?.endsWith(`\n${name}`));
  }

  /** Where a column has further records than its cards, nobody knows the place behind the last of them. */
  function shownAt(column: string) {
    const { records = [], hasMore = false } = shownIn.current.get(column) ?? {};
    return { records, unseen: { before: false, behind: hasMore } };
  }

  /** Gives a card another place in its column: once it is there, where it is still on its way to it. */
  function arrange(asked: Arranged) {
    if (move.awaited.has(asked.id)) arranged.current = [...arranged.current, asked];
    else arrangeNow(asked);
  }

  function arrangeNow({ id, column, to }: Arranged) {
    const { records, unseen } = shownAt(column);
    const at = records.findIndex((record) => record.id === id);
    const record = records[at];
    if (record) ordering?.move(records, record, to(at), unseen);
  }
  const arrangeArrived = useEffectEvent((awaited: AwaitedCards) => {
    const due = arranged.current.filter(({ id }) => !awaited.has(id));
    arranged.current = arranged.current.filter((asked) => !due.includes(asked));
    for (const asked of due) arrangeNow(asked);
  });
  useEffect(() => arrangeArrived(move.awaited), [move.awaited]);

  function drag(event: DragMoveEvent) {
    const next = ordering ? cardPlaceAt(event) : null;
    setLine((before) => (before?.column === next?.column && before?.place === next?.place ? before : next));
  }

  function drop(event: DragEndEvent) {
    setDragged(null);
    setLine(null);
    const card = event.active.data.current as CardData | undefined;
    const target = choiceOf(droppedOn(event));
    if (!card || !target) return;
    const at = ordering && cardPlaceAt(event);
    if (at?.column === card.column) return arrange({ id: card.record.id, column: card.column, to: () => at.place });
    const { records, unseen } = shownAt(at?.column ?? card.column);
    const arrival = (at && ordering?.writesFor(records, card.record, at.place, unseen)) ?? [];
    move.to({ record: card.record, column: card.column, from: card.from, to: target.name, arrival });
  }

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const asked = cardMoveOf(event);
    if (!asked) return;
    const record = shownAt(asked.column).records.find(({ id }) => id === asked.id);
    const from = choiceOf(asked.column)?.name ?? '';
    if (!record) return;
    event.preventDefault();
    followed.current = record.id;
    if (asked.down !== 0) arrange({ ...asked, to: (at) => at + asked.down });
    else {
      const names = choices.map(({ name }) => name);
      const beyond =
        asked.across > 0 ? names.slice(names.indexOf(from) + 1) : names.slice(0, names.indexOf(from)).toReversed();
      const to = beyond.find((name) => movesBetween(screen, entity, from, name).length > 0);
      if (to !== undefined) move.to({ record, column: asked.column, from, to });
    }
  }

  // Each is one and the same, so that a column is drawn again only for what it shows.
  const showMove = useCallbackRef((asked: AskedMove) => {
    followed.current = asked.record.id;
    move.to(asked);
  });
  const noteShown = useCallbackRef((column: string, cards: ShownCards) => {
    shownIn.current.set(column, cards);
    if (cards.records.some(({ id }) => id === followed.current) && focusAgain(followed.current))
      followed.current = null;
  });
  const noteError = useCallbackRef((choice: string, error: Error | null) =>
    setErrors((before) => withError(before, choice, error)),
  );
  const noteLoaded = useCallbackRef((choice: string) => {
    loaded.current.add(choice);
    if (choices.every(({ name }) => loaded.current.has(name))) setAreLoaded(true);
  });
  const keepFold = useCallbackRef(fold);

  return (
    <ScreenFrame
      screen={screen}
      title={screen.name}
      loaded={isLoaded}
      actions={
        <>
          <ScreenTools>
            <WhyScreen screen={screen} />
            <LaneMenu {...lanes} />
            <Button
              variant={hidesEmpty ? 'light' : 'default'}
              aria-pressed={hidesEmpty}
              leftSection={<IconColumnsOff size={16} aria-hidden />}
              onClick={() => keepHides(hidesEmpty ? null : 'hidden')}
            >
              {words.hideEmptyColumns}
            </Button>
          </ScreenTools>
          <ScreenActions screen={screen} entity={entity} exportQuery={query} />
        </>
      }
    >
      <ListFilters screen={screen} state={state} onChange={change} />
      {common && (
        <Box mb="sm">
          <ProblemAlert
            error={common}
            onRetry={() => queries.refetchQueries({ queryKey: ['records', entity.path, 'pages'], type: 'active' })}
          />
        </Box>
      )}
      {!field && <OpenMark clause={`${screen.clause}.kind`} />}
      <DndContext
        sensors={sensors}
        onDragStart={({ active }: DragStartEvent) => setDragged((active.data.current as CardData | undefined) ?? null)}
        onDragMove={drag}
        onDragEnd={drop}
        onDragCancel={() => {
          setDragged(null);
          setLine(null);
        }}
        accessibility={{ screenReaderInstructions: { draggable: words.dragHelp } }}
      >
        {!isLoaded && field && <BoardSkeleton screen={screen} />}
        <RecordActionsHost>
          {(lanes.lanes ?? [null]).map((lane) => (
            <Fragment key={lane === null ? '' : String(lane.key)}>
              {lane !== null && lanes.current !== null && isLoaded && (
                <LaneTitle id={laneIdOf(lane)} lane={lane} grouping={lanes.current} />
              )}
              <section
                ref={lane === null ? place : null}
                className={classes.board}
                aria-label={lane === null ? screen.name : `${screen.name}: ${lane.label ?? String(lane.key)}`}
                data-waiting={!isLoaded || undefined}
                data-opens={entity.recordRoute !== null || undefined}
                data-ordered={ordering !== null || undefined}
                {...handlers}
                onPointerDown={() => (followed.current = null)}
              >
                {choices.map((choice) => (
                  <BoardColumn
                    key={choice.name}
                    choice={choice}
                    laneId={lane === null ? undefined : laneIdOf(lane)}
                    choices={choices}
                    screen={screen}
                    entity={entity}
                    columns={columns}
                    query={query}
                    lane={lane}
                    target={
                      dragged === null || dragged.from === choice.name
                        ? 'none'
                        : movesBetween(screen, entity, dragged.from, choice.name).length > 0
                          ? 'fits'
                          : 'closed'
                    }
                    onMove={showMove}
                    awaited={move.awaited}
                    ordering={ordering}
                    onShown={noteShown}
                    line={line?.column === keyOfColumn(lane && String(lane.key), choice.name) ? line.place : null}
                    dragged={dragged?.record.id ?? null}
                    folded={folded.has(choice.name)}
                    onFold={keepFold}
                    hidesEmpty={hidesEmpty}
                    errorIsSaid={Boolean(common)}
                    onError={noteError}
                    onLoaded={noteLoaded}
                  />
                ))}
              </section>
            </Fragment>
          ))}
        </RecordActionsHost>
        <DragOverlay dropAnimation={{ duration: 150, easing: 'ease-out' }}>
          {dragged && (
            <div className={classes.card} data-dragged>
              <CardBody record={dragged.record} columns={columns} entity={entity} />
            </div>
          )}
        </DragOverlay>
      </DndContext>
      {choices.length === 0 && <Text>{words.empty}</Text>}
      <Beside panel={panel} />
      {move.dialogs}
      {ordering?.notes}
    </ScreenFrame>
  );
}

function withError(
  errors: ReadonlyMap<string, Error>,
  column: string,
  error: Error | null,
): ReadonlyMap<string, Error> {
  if ((errors.get(column) ?? null) === error) return errors;
  const next = new Map(errors);
  if (error) next.set(column, error);
  else next.delete(column);
  return next;
}
