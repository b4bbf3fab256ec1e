import './paste.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

import { type Candidate, manyUsers, MOST_PASTED } from '../contract.ts';
import { linesOf } from '../rules.ts';
import { FoundPeople } from './FoundPeople.tsx';
import { linesWith } from './pasted.ts';

interface PasteBoxProps {
  /** What can be done with those who are found and chosen. */
  acts: (people: readonly Candidate[]) => ReactNode;
}

/** A list somebody sent: understood line by line, doubts decided once. */
export function PasteBox({ acts }: PasteBoxProps) {
  const { t } = useTranslation(['many', 'errors', 'form']);
  const findsByNumber = useMay('national-number.show');
  const [text, setText] = useState('');
  const resolve = useWrite(manyUsers.resolve, { handleErrors: false });
  const lines = linesOf(text);
  const isTooMany = lines.length > MOST_PASTED;
  const count = formatNumber(lines.length);
  return (
    <>
      <section className="card paste-box">
        <TextArea
          label={t('paste.lines')}
          hint={findsByNumber ? `${t('paste.hint')} ${t('paste.numbersLogged')}` : t('paste.hint')}
          rows={8}
          value={text}
          onChange={setText}
          {...(isTooMany && {
            error: t('paste.tooMany', { count, most: formatNumber(MOST_PASTED) }),
          })}
        />
        {resolve.error && (
          <Alert tone="danger" title={t('paste.failed')} isLive>
            {refusalText(asRefusal(resolve.error), t)}
          </Alert>
        )}
        <div className="cluster">
          <Button
            variant="primary"
            isDisabled={lines.length === 0 || isTooMany}
            isPending={resolve.isPending}
            onPress={() => resolve.mutate({ lines })}
          >
            {lines.length === 0
              ? t('paste.find')
              : t('paste.findCount', { count: lines.length, number: count })}
          </Button>
        </div>
      </section>
      {resolve.data && (
        // Another list is decided about anew.
        <FoundPeople
          key={resolve.submittedAt}
          lines={linesWith(resolve.variables, resolve.data)}
          acts={acts}
        />
      )}
    </>
  );
}
