import { ActionIcon, Button, Group, Input, Text, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { use, useId, useRef, useState } from 'react';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import { useProduct } from '../data/product.ts';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import type { InputProps } from './field.ts';
import { fileOf } from './file-of.ts';
import { PlaceContext } from './place.ts';
import { endingsOf, refusedFile } from './refused-file.ts';
import { uploadsOf } from './uploads.ts';
import { useTouch } from './use-touch.ts';
import classes from './file.module.css';

/** A file is uploaded when it is chosen; one that the field does not take is refused then, and not on saving. */
export function FileInput({ field, path, id: given, value, onChange, label, required, bare, error }: InputProps) {
  const words = useWords();
  const own = useId();
  const id = given ?? own;
  const input = useRef<HTMLInputElement>(null);
  const file = fileOf(value);
  const form = use(PlaceContext)?.form ?? own;
  const camera = useRef<HTMLInputElement>(null);
  const latest = useRef<File | null>(null);
  const upload = useMutation({
    mutationKey: uploadsOf(form),
    mutationFn: (chosen: File) => client.upload(chosen, chosen.name),
    // Another one may have been chosen meanwhile, or none.
    onSuccess: (uploaded, chosen) => {
      if (latest.current === chosen) onChange(uploaded);
    },
  });
  const format = useFormat();
  const { maximumUploadBytes: most } = useProduct().settings;
  const [refused, setRefused] = useState<string | null>(null);
  const message = refused ?? error ?? (upload.error ? messageOf(upload.error, words) : null);
  function choose(chosen: File) {
    const { locale } = format;
    const refusal = refusedFile(field, chosen, {
      locale,
      most,
      tooLarge: (bytes) => words.fileTooLarge(format.bytes(bytes)),
    });
    setRefused(refusal);
    upload.reset();
    latest.current = refusal === null ? chosen : null;
    if (refusal === null) upload.mutate(chosen);
  }
  const meaning = bare ? '' : field.meaning;
  const describedBy = [meaning && `${id}-description`, message && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const accept = endingsOf(field).map((type) => `.${type}`);
  // A telephone takes the picture itself: what it makes is a JPEG.
  const takesPhotos = useTouch() && (accept.length === 0 || accept.some((type) => /^\.jpe?g$/.test(type)));
  return (
    <div>
      {bare ? null : (
        <Input.Label htmlFor={id} required={required}>
          {label}
        </Input.Label>
      )}
      <Group gap={4} wrap="nowrap" className={classes.line ?? ''}>
        <VisuallyHidden>
          <input
            ref={input}
            type="file"
            tabIndex={-1}
            aria-label={label}
            name={path}
            accept={accept.join(',')}
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen) choose(chosen);
              event.currentTarget.value = '';
            }}
          />
        </VisuallyHidden>
        {file && (
          <Text size="sm" truncate="end" className={classes.name} title={file.name}>
            {file.name}
          </Text>
        )}
        <Button
          id={id}
          variant="default"
          size="sm"
          flex="none"
          loading={upload.isPending}
          data-invalid={message ? true : undefined}
          {...(message && { style: { borderColor: 'var(--mantine-color-error)' } })}
          aria-describedby={describedBy}
          aria-label={`${file ? words.replaceFile : words.chooseFile}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {file ? words.replaceFile : words.chooseFile}
        </Button>
        {takesPhotos && (
          <>
            <VisuallyHidden>
              <input
                ref={camera}
                type="file"
                tabIndex={-1}
                aria-hidden
                accept="image/jpeg"
                capture="environment"
                onChange={({ currentTarget }) => {
                  const [taken] = currentTarget.files ?? [];
                  if (taken) choose(taken);
                  currentTarget.value = '';
                }}
              />
            </VisuallyHidden>
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label={`${words.takePhoto}: ${label}`}
              title={words.takePhoto}
              onClick={() => camera.current?.click()}
            >
              <IconCamera size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        {file && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${words.removeFile}: ${file.name}`}
            onClick={() => {
              upload.reset();
              latest.current = null;
              setRefused(null);
              onChange(null);
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {meaning && (
        <Input.Description id={`${id}-description`} mt={4}>
          {meaning}
        </Input.Description>
      )}
      {message && (
        <Input.Error id={`${id}-error`} mt={4}>
          {message}
        </Input.Error>
      )}
    </div>
  );
}
