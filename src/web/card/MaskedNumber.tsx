import './card.css';
import { EyeIcon, EyeSlashIcon } from '@navikt/aksel-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from '../ui/Button.tsx';
import { notify } from '../ui/notices.ts';
import { Popover } from '../ui/Popover.tsx';
import { TextField } from '../ui/TextField.tsx';

/** How long the number stands in full, in milliseconds: enough to type it off. */
const SHOWN_MS = 30_000;

type Show = (reason: string | undefined) => Promise<string | null>;

interface MaskedNumberProps {
  masked: string;
  /** What is told beside it. */
  note?: ReactNode;
  /** Fetches it in full, which is logged; left out for whoever may not. */
  show?: Show | undefined;
}

/** Masked; whoever may sees it in full once, for a short while, and that is logged (specification §8). */
export function MaskedNumber({ masked, note, show }: MaskedNumberProps) {
  const { t } = useTranslation('card');
  // Kept here and nowhere else: not with the queries, not in the address, gone with the card.
  const [number, setNumber] = useState<string>();

  useEffect(() => {
    if (number === undefined) return undefined;
    const timer = setTimeout(() => setNumber(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [number]);

  return (
    <span className="masked-number">
      <span className="tabular" role="status">
        {number ?? masked}
      </span>
      {note}
      {show &&
        (number === undefined ? (
          <Ask show={show} onShow={setNumber} />
        ) : (
          <Button size="small" icon={<EyeSlashIcon aria-hidden />} onPress={() => setNumber(undefined)}>
            {t('number.hide')}
          </Button>
        ))}
    </span>
  );
}

interface AskProps {
  show: Show;
  onShow: (number: string) => void;
}

function Ask({ show, onShow }: AskProps) {
  const { t } = useTranslation('card');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={t('number.show')}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" icon={<EyeIcon aria-hidden />}>
          {t('number.show')}
        </Button>
      }
    >
      <Reason
        show={show}
        onShow={(number) => {
          setOpen(false);
          onShow(number);
        }}
      />
    </Popover>
  );
}

function Reason({ show, onShow }: AskProps) {
  const { t } = useTranslation('card');
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const ask = async () => {
    setIsBusy(true);
    try {
      const number = await show(reason.trim() === '' ? undefined : reason.trim());
      if (number !== null) onShow(number);
    } catch {
      notify({ tone: 'danger', text: t('number.failed') });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className="masked-number-ask"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void ask();
      }}
    >
      <p>{t('number.logged')}</p>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to fill this in
        autoFocus
        label={t('number.reason')}
        optional
        value={reason}
        onChange={setReason}
        maxLength={200}
      />
      <Button variant="primary" type="submit" isPending={isBusy}>
        {t('number.show')}
      </Button>
    </form>
  );
}
