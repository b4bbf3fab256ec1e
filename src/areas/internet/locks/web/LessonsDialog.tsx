import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Lesson, lockForm } from '#areas/internet/lock-form/contract.ts';
import { useRead, useWrite } from '#web/api/hooks.ts';
import { useMessages } from '#web/form/message.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { SkeletonLines } from '#web/ui/Skeleton.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

import { linesOf, readLessons } from './lessons.ts';

interface LessonsDialogProps {
  onClose: () => void;
}

/** When the school's lessons are, so that a lock can end with one. */
export function LessonsDialog({ onClose }: LessonsDialogProps) {
  const { t } = useTranslation('locks');
  const { data } = useRead(lockForm.choices, {}, { handleErrors: false });
  if (data) return <Form lessons={data.lessons} onClose={onClose} />;
  return (
    <Dialog title={t('lessons.title')} isOpen onClose={onClose}>
      <SkeletonLines lines={6} />
    </Dialog>
  );
}

const ROWS = 9;

function Form({ lessons, onClose }: LessonsDialogProps & { lessons: readonly Lesson[] }) {
  const { t } = useTranslation(['locks', 'form', 'errors']);
  const say = useMessages('locks');
  const write = useWrite(lockForm.setLessons);
  const [text, setText] = useState(() => linesOf(lessons));
  const [fault, setFault] = useState<string>();

  const refusal = write.error && asRefusal(write.error);
  const [refused] = refusal?.fields ?? [];
  const save = async () => {
    const read = readLessons(text);
    setFault('fault' in read ? read.fault : undefined);
    if ('fault' in read) return;
    try {
      await write.mutateAsync({ lessons: read.lessons });
      notify({ tone: 'success', text: t('form:saved') });
      onClose();
    } catch {
      // Said under the field, or above it.
    }
  };
  const error =
    fault === undefined ? refused && say(refused, t('field.lessons')) : t('lessons.fault', { line: fault });
  return (
    <Dialog
      title={t('lessons.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isPending={write.isPending} onPress={() => void save()}>
            {t('form:save')}
          </Button>
        </>
      }
    >
      {refusal && !refused && (
        <Alert tone="danger" isLive>
          {refusalText(refusal, t)}
        </Alert>
      )}
      <TextArea
        label={t('field.lessons')}
        hint={t('lessons.hint')}
        error={error}
        rows={ROWS}
        value={text}
        onChange={setText}
      />
    </Dialog>
  );
}
