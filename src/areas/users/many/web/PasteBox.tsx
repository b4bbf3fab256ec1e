import './paste.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useWrite } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { useMay } from '#web/list/useMay.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

import { type Candidate, manyUsers, MOST_PASTED } from '../contract.ts';
import { linesOf, meaningOf } from '../rules.ts';
import { FoundPeople } from './FoundPeople.tsx';
import { linesWith } from './pasted.ts';

interface PasteBoxProps {
  /** A list that was pasted before the box was there. */
  first?: string | undefined;
  /** What can be done with those who are found and chosen. */
  acts: (people: readonly Candidate[]) => ReactNode;
}

/**
 * A list somebody sent: understood line by line, doubts decided once. What is pasted is looked up at once, save national
 * numbers: that look-up is logged, so the reader asks for it.
 */
export function PasteBox({ first = '', acts }: PasteBoxProps) {
  const { t } = useTranslation(['many', 'errors', 'form']);
  const findsByNumber = useMay('national-number.show');
  const [text, setText] = useState(first);
  const isPasting = useRef(first !== '');
  const resolve = useWrite(manyUsers.resolve, { handleErrors: false });
  const lines = linesOf(text);
  const isTooMany = lines.length > MOST_PASTED;
  const count = formatNumber(lines.length);
  const { mutate } = resolve;
  useEffect(() => {
    if (!isPasting.current) return;
    isPasting.current = false;
    const pasted = linesOf(text);
    const hasNumbers = pasted.some((line, place) => meaningOf(line, place).nationalNumber !== undefined);
    if (pasted.length > 0 && pasted.length <= MOST_PASTED && !hasNumbers) mutate({ lines: pasted });
  }, [text, mutate]);
  const onPaste = () => {
    isPasting.current = true;
  };
  return (
    <>
      <section className="card paste-box" onPaste={onPaste}>
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
