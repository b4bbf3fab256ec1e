import { CheckmarkCircleIcon, XMarkOctagonIcon } from '@navikt/aksel-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { GroupDetail } from '#areas/groups/contract.ts';
import { personName, userAddress } from '#areas/users/web/shared.tsx';
import type { BulkResult } from '#kernel/bulk.ts';
import { useWrite } from '#web/api/hooks.ts';
import type { TabProps } from '#web/card/registry.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { dateInOslo, formatNumber } from '#web/format.ts';
import type { Chosen } from '#web/list/BulkBar.tsx';
import { chosenKeys } from '#web/list/chosen-keys.ts';
import { ListPage } from '#web/list/ListPage.tsx';
import { useMay } from '#web/list/useMay.ts';
import { usePortalClock } from '#web/portalClock.ts';
import { Button } from '#web/ui/Button.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';

import { agreementList, type AgreementRow, agreements } from '../contract.ts';
import type nb from './text.nb.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    agreements: typeof nb;
  }
}

const texts = { namespace: 'agreements' };
const looks = {
  choices: {
    signed: { as: 'status' as const, tones: { signed: 'success' as const, missing: 'warning' as const } },
  },
  cells: { name: personName },
};
const hrefOf = ({ userName }: AgreementRow) => userAddress(userName);
/** What one act takes at once. */
const MOST = 500;
const touched = ['group'] as const;

/** Who of the members has signed the rules for the school's equipment, and who is missing. */
export function AgreementTab({ subject: { name } }: TabProps<GroupDetail>) {
  const { t } = useTranslation(['agreements', 'errors', 'form']);
  const may = useMay(agreements.register.permission);
  const [signing, setSigning] = useState<readonly string[]>();
  const whose = useMemo(() => ({ groupName: name }), [name]);
  const { mutateAsync, isPending } = useWrite(agreements.register, { touches: touched, handleErrors: false });

  const namesOf = async (chosen: Chosen) => {
    const names = await chosenKeys(agreementList, agreements.list, chosen, MOST);
    if (!names) notify({ tone: 'warning', text: t('tooMany', { most: String(MOST) }) });
    return names;
  };
  const register = async (
    userNames: readonly string[],
    what: { signed: boolean; date?: string },
    said: (done: BulkResult) => string,
  ): Promise<void> => {
    try {
      const answer = await mutateAsync({ groupName: name, userNames: [...userNames], ...what });
      notify({ tone: 'success', text: said(answer) });
      setSigning(undefined);
    } catch (error) {
      const refusal = asRefusal(error);
      const isFuture = refusal.fields.some(({ key }) => key === 'future');
      notify({ tone: 'danger', text: isFuture ? t('future') : refusalText(refusal, t) });
    }
  };
  const unsign = async (chosen: Chosen) => {
    const names = await namesOf(chosen);
    if (!names) return;
    await register(names, { signed: false }, ({ succeeded }) =>
      t('doneMissing', { count: formatNumber(succeeded.length) }),
    );
  };
  const acts = [
    {
      id: 'sign',
      label: t('act.sign'),
      icon: <CheckmarkCircleIcon aria-hidden />,
      onAct: (chosen: Chosen) => void namesOf(chosen).then(setSigning),
    },
    {
      id: 'unsign',
      label: t('act.unsign'),
      icon: <XMarkOctagonIcon aria-hidden />,
      onAct: (chosen: Chosen) => void unsign(chosen),
    },
  ];
  return (
    <>
      <ListPage
        list={agreementList}
        route={agreements.list}
        exportRoute={agreements.download}
        fixed={whose}
        texts={texts}
        looks={looks}
        nameOf={personName}
        rowHref={hrefOf}
        bulkActs={may ? acts : []}
        isPart
      />
      {signing && (
        <SignDialog
          count={signing.length}
          isPending={isPending}
          onSign={(date) =>
            void register(signing, { signed: true, date }, ({ succeeded }) =>
              t('done', { count: formatNumber(succeeded.length) }),
            )
          }
          onClose={() => setSigning(undefined)}
        />
      )}
    </>
  );
}

interface SignDialogProps {
  count: number;
  isPending: boolean;
  onSign: (date: string) => void;
  onClose: () => void;
}

function SignDialog({ count, isPending, onSign, onClose }: SignDialogProps) {
  const { t } = useTranslation('agreements');
  const clock = usePortalClock();
  const [chosen, setDate] = useState<string>();
  const date = chosen ?? (clock ? dateInOslo(clock.asOf) : '');
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(date);
  return (
    <Dialog
      title={t('dialog.title')}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" isDisabled={!isDate} isPending={isPending} onPress={() => onSign(date)}>
          {t('dialog.save')}
        </Button>
      }
    >
      <p>{t('dialog.text', { count: formatNumber(count) })}</p>
      <DateField label={t('dialog.date')} value={date} onChange={setDate} />
    </Dialog>
  );
}
