import { Select, Stack, Text } from '@mantine/core';
import type { NoticePreferenceView, NoticeWayView } from '@nonet/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { noticePreferencesQuery } from '../../data/inbox.ts';
import { useProduct } from '../../data/product.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { useWords } from '../../words/words.ts';

/** How this person gets each notice: in the inbox, by mail as well, at once or once a day, or not at all. It is kept as it is chosen. */
export default function NoticePreferences({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const queries = useQueryClient();
  const { data, error } = useQuery(noticePreferencesQuery);
  const choose = useMutation({
    mutationFn: ({ notice, way }: Pick<NoticePreferenceView, 'notice' | 'way'>) => client.chooseNoticeWay(notice, way),
    onSettled: () => queries.invalidateQueries({ queryKey: noticePreferencesQuery.queryKey }),
  });
  const problem = error ?? choose.error;
  return (
    <Dialog onClose={onClose} title={words.noticePreferences} closeButtonProps={{ 'aria-label': words.closeDialog }}>
      <Stack>
        <Text size="sm">{words.noticePreferencesIntro}</Text>
        {problem && <ProblemAlert error={problem} />}
        {data?.length === 0 && <Text c="dimmed">{words.noNotices}</Text>}
        {data?.map((preference) => (
          <Preference
            key={preference.notice}
            preference={preference}
            onChoose={(way) => choose.mutate({ notice: preference.notice, way })}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

interface PreferenceProps {
  preference: NoticePreferenceView;
  onChoose: (way: NoticeWayView) => void;
}

function Preference({ preference: { label, description, way, necessary }, onChoose }: PreferenceProps) {
  const words = useWords();
  const { mail } = useProduct();
  const ways: { value: NoticeWayView; label: string; disabled: boolean }[] = [
    { value: 'inbox', label: words.noticeWays.inbox, disabled: false },
    { value: 'mail', label: mail ? words.noticeWays.mail : words.noMailHere, disabled: !mail },
    ...(mail || way === 'digest'
      ? [{ value: 'digest' as const, label: words.noticeWays.digest, disabled: !mail }]
      : []),
    { value: 'off', label: necessary ? words.noticeNecessary : words.noticeWays.off, disabled: necessary },
  ];
  return (
    <Select
      label={label}
      {...(description === '' ? {} : { description })}
      allowDeselect={false}
      data={ways}
      value={way}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
    />
  );
}
