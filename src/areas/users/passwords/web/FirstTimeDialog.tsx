import './passwords.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { groupActs } from '#areas/groups/acts/contract.ts';
import type { Call, Output } from '#kernel/contract.ts';
import { download } from '#web/api/files.ts';
import { call } from '#web/api/hooks.ts';
import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { currentLanguage } from '#web/i18n.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

import { MOST_AT_ONCE, passwords, type ProtectedChoice } from '../contract.ts';
import { ShownPasswords } from './ShownPasswords.tsx';

const ways = ['screen', 'cards', 'pages'] as const;
type Way = (typeof ways)[number];

const decisions = ['leaveOut', 'include'] as const satisfies readonly ProtectedChoice[];

/** Whose: people by name, or all the pupils of a group. */
type Whose =
  | { userNames: readonly string[]; displayName?: string | undefined; group?: undefined }
  | { group: { name: string; displayName: string } };

type FirstTimeDialogProps = Whose & { onClose: () => void };

type Made = Output<typeof passwords.issue>;

/** First how they are handed out; then, on the screen, the passwords themselves: once, and only here. */
export function FirstTimeDialog(props: FirstTimeDialogProps) {
  // Kept here and nowhere else: not with the queries, not in the address, gone with the dialog.
  const [made, setMade] = useState<Made>();
  if (made) return <ShownPasswords made={made} onClose={props.onClose} />;
  return <Choose {...props} onMade={setMade} />;
}

function Choose(props: FirstTimeDialogProps & { onMade: (made: Made) => void }) {
  const { onMade, onClose } = props;
  const { t } = useTranslation(['passwords', 'errors', 'form']);
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>('screen');
  const [mustChange, setMustChange] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** Somebody named alone was chosen knowingly. */
  const [hidden, setHidden] = useState<{ count: number; choice: ProtectedChoice }>({
    count: 0,
    choice: props.group === undefined && props.displayName !== undefined ? 'include' : 'ask',
  });
  const isTooMany = props.group === undefined && props.userNames.length > MOST_AT_ONCE;

  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (way === 'screen') {
        onMade(await ask(props, mustChange));
      } else {
        const paper = { output: 'pdf', layout: way, language: sheetLanguage() } as const;
        await print(props, { mustChange, ...paper, protectedPeople: hidden.choice });
        notify({ tone: 'success', text: t('issue.downloaded') });
        onClose();
      }
      await queries.invalidateQueries({ queryKey: ['user'] });
    } catch (error) {
      const { code, params } = asRefusal(error);
      if (code === 'password.protected-among')
        setHidden({ count: Number(params['count']), choice: 'leaveOut' });
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t('issue.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('form:cancel')}</Button>
          <Button variant="primary" isPending={isBusy} isDisabled={isTooMany} onPress={() => void make()}>
            {t('issue.make')}
          </Button>
        </>
      }
    >
      <div className="password-dialog">
        <p>
          {props.group
            ? t('issue.group', { name: props.group.displayName })
            : props.displayName === undefined
              ? t('issue.many', { count: formatNumber(props.userNames.length) })
              : t('issue.one', { name: props.displayName })}{' '}
          {t('issue.text')}
        </p>
        {isTooMany && (
          <Alert tone="warning">{t('issue.tooMany', { most: formatNumber(MOST_AT_ONCE) })}</Alert>
        )}
        {failure !== undefined && (
          <Alert tone="danger" title={t('issue.failed')} isLive>
            {refusalText(asRefusal(failure), t)}
          </Alert>
        )}
        <RadioGroup
          label={t('issue.how')}
          value={way}
          onChange={setWay}
          options={ways.map((value) => ({
            value,
            label: t(`issue.${value}`),
            hint: t(`issue.${value}Hint`),
          }))}
        />
        {hidden.count > 0 && way !== 'screen' && (
          <>
            <Alert
              tone="warning"
              title={t('issue.protected', { count: hidden.count, number: formatNumber(hidden.count) })}
              isLive
            >
              {t('issue.protectedText')}
            </Alert>
            <RadioGroup
              label={t('issue.protectedHow')}
              value={hidden.choice}
              onChange={(choice) => setHidden({ ...hidden, choice })}
              options={decisions.map((value) => ({
                value,
                label: t(`issue.protected.${value}`),
                hint: t(`issue.protected.${value}Hint`),
              }))}
            />
          </>
        )}
        <Checkbox label={t('issue.mustChange')} isSelected={mustChange} onChange={setMustChange} />
      </div>
    </Dialog>
  );
}

const quietly = { handleErrors: false };

const ask = (whose: Whose, mustChange: boolean): Promise<Made> =>
  whose.group
    ? call(groupActs.firstTimePasswords, { groupName: whose.group.name, mustChange }, quietly)
    : call(passwords.issue, { userNames: [...whose.userNames], mustChange }, quietly);

const print = (whose: Whose, wish: Omit<Call<typeof passwords.issue>, 'userNames'>): Promise<void> =>
  whose.group
    ? download(groupActs.firstTimePasswords, { groupName: whose.group.name, ...wish })
    : download(passwords.issue, { userNames: [...whose.userNames], ...wish });

/** The sheets are for pupils, and have no French. */
function sheetLanguage(): 'nb' | 'nn' | 'en' {
  const language = currentLanguage();
  return language === 'fr' ? 'en' : language;
}
