import { Alert, Blockquote, Button, Code, Group, List, Text } from '@mantine/core';
import type { FieldProblem } from '@nonet/client';
import { ProblemError } from '@nonet/client';
import { IconAlertTriangle, IconCircleDashed } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '../data/messages.ts';
import { useWords } from '../words/words.ts';

interface ProblemAlertProps {
  error: unknown;
  /** The errors to list here, where others stand beside their fields; all of them if not given. */
  listed?: readonly FieldProblem[];
  title?: string;
  onRetry?: () => void;
  /** Takes the focus when it appears, so that it is read and seen. */
  focus?: boolean;
}

/** Why something was refused, in the document's own words, with the clause that says so. */
export function ProblemAlert({ error, listed, title, onRetry, focus = false }: ProblemAlertProps) {
  const words = useWords();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus && error) element.current?.focus();
  }, [focus, error]);
  const problem = error instanceof ProblemError ? error.problem : null;
  const open = problem?.code === 'NOT_SPECIFIED';
  const errors = listed ?? problem?.errors ?? [];
  const message = messageOf(error, words);
  const others = errors.filter((each) => each.message !== message);
  return (
    <Alert
      ref={element}
      tabIndex={-1}
      role="alert"
      variant="light"
      color={open ? 'gray' : 'red'}
      title={
        title ??
        (open ? words.openTitle : problem && problem.status < 500 && problem.status > 0 ? undefined : words.failed)
      }
      icon={open ? <IconCircleDashed aria-hidden /> : <IconAlertTriangle aria-hidden />}
      className="problem"
    >
      <Text size="sm">{message}</Text>
      {others.length > 0 && (
        <List size="sm" mt={4}>
          {others.map((each) => (
            <List.Item key={`${each.field}${each.code}${each.clause}`}>{each.message}</List.Item>
          ))}
        </List>
      )}
      {problem?.sentence && (
        <Blockquote p="xs" mt="xs" fz="sm" radius="sm" color="gray">
          {problem.sentence}
        </Blockquote>
      )}
      {problem?.clause && (
        <Group gap={6} mt={6}>
          <Text size="xs" c="dimmed">
            {words.clause}
          </Text>
          <Code>{problem.clause}</Code>
        </Group>
      )}
      {onRetry && (
        <Button variant="default" size="compact-sm" mt="xs" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </Alert>
  );
}
