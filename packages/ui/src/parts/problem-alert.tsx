import { Alert, Button, List, Loader, Text } from '@mantine/core';
import { type FieldProblem, ProblemError } from '@nonet/client';
import { IconAlertTriangle, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../data/messages.ts';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words.ts';
import { AskWhy } from './why.tsx';

interface ProblemAlertProps {
  error: unknown;
  /** The errors to list here, if the others are shown beside their fields; all of them if not given. */
  listed?: readonly FieldProblem[];
  title?: string;
  /** Asks again; its button tells so until there is an answer. */
  onRetry?: () => Promise<unknown>;
  /** Takes the focus when it appears, so that it is read and seen. */
  focus?: boolean;
  /** Shown below what was refused. */
  more?: ReactNode;
  /** Shown instead of the list of errors. */
  children?: ReactNode;
}

/** Shows why something was refused, in the document's own words; the clause that states it can be opened. */
export function ProblemAlert({ error, listed, title, onRetry, focus = false, more, children }: ProblemAlertProps) {
  const words = useWords();
  const element = useRef<HTMLDivElement>(null);
  const [isRetrying, setRetrying] = useState(false);
  useEffect(() => {
    if (focus && error) element.current?.focus();
  }, [focus, error]);
  function retry() {
    if (isRetrying) return;
    setRetrying(true);
    void onRetry?.().finally(() => setRetrying(false));
  }
  const problem = error instanceof ProblemError ? error.problem : null;
  const open = problem?.code === 'NOT_SPECIFIED';
  const fault = problem === null || problem.status === 0 || problem.status >= 500;
  const errors = listed ?? problem?.errors ?? [];
  const message = messageOf(error, words);
  const several = errors.length > 1 || (errors.length === 1 && errors[0]?.message !== message);
  const heading = title ?? (open ? words.openTitle : fault ? words.failed : undefined);
  return (
    <Alert
      ref={element}
      tabIndex={-1}
      role="alert"
      variant="default"
      {...(heading ? { title: heading } : {})}
      icon={
        open ? <IconCircleDashed aria-hidden /> : <IconAlertTriangle aria-hidden color="var(--mantine-color-error)" />
      }
      className="problem"
      data-open={open || undefined}
    >
      {children ??
        (several ? (
          <List size="sm">
            {errors.map((each) => (
              <List.Item key={`${each.line ?? ''} ${each.field} ${each.code} ${each.clause}`}>
                {inRow(each, words)} {each.clause && <AskWhy clause={each.clause} />}
              </List.Item>
            ))}
          </List>
        ) : (
          <Text size="sm">
            {message} {problem?.clause && <AskWhy clause={problem.clause} />}
          </Text>
        ))}
      {more}
      {onRetry && (
        // The library's own way to show it takes the focus away from whoever pressed it.
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          aria-busy={isRetrying || undefined}
          leftSection={isRetrying && <Loader size={12} aria-hidden />}
          onClick={retry}
        >
          {words.retry}
        </Button>
      )}
    </Alert>
  );
}

/** Names the row among several alike: `lines.1.date` belongs to the second. */
function inRow({ field, message }: FieldProblem, words: Words): string {
  const place = field?.split('.').find((part) => /^\d+$/.test(part));
  return place === undefined ? message : words.rowError(Number(place) + 1, message);
}
