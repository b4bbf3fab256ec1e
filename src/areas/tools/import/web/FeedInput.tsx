import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Select } from '#web/ui/Select.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface FeedInputProps {
  /** Those there are. */
  feeds: readonly string[];
  feed: string;
  onChange: (feed: string) => void;
}

/** No feed is called so: it begins with a letter or a digit. */
const OTHER = '-';

/** Whose list it is: people of one register are the same people night after night. */
export function FeedInput({ feeds, feed, onChange }: FeedInputProps) {
  const { t } = useTranslation('import');
  const [isNew, setNew] = useState(!feeds.includes(feed));
  const text = (
    <TextField
      name="feed"
      label={feeds.length === 0 ? t('columns.feed') : t('columns.feedNew')}
      hint={t('columns.feedHint')}
      maxLength={40}
      value={feed}
      onChange={onChange}
    />
  );
  if (feeds.length === 0) return text;
  const choose = (chosen: string) => {
    setNew(chosen === OTHER);
    onChange(chosen === OTHER ? '' : chosen);
  };
  return (
    <>
      <Select
        label={t('columns.feed')}
        value={isNew ? OTHER : feed}
        options={[
          ...feeds.map((value) => ({ value, label: value })),
          { value: OTHER, label: t('columns.feedOther') },
        ]}
        onChange={choose}
      />
      {isNew && text}
    </>
  );
}
