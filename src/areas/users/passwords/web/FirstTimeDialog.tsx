import './passwords.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { asRefusal, refusalText } from '#web/form/refusal.ts';
import { formatNumber } from '#web/format.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notices.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

import { layouts, MOST_AT_ONCE, MOST_ON_PAPER, type ProtectedChoice } from '../contract.ts';
import { type Made, print, show, type Whose } from './issuing.ts';
import { ShownPasswords } from './ShownPasswords.tsx';

const ways = ['screen', ...layouts] as const;
type Way = (typeof ways)[number];

const decisions = ['leaveOut', 'include'] as const satisfies readonly ProtectedChoice[];

type FirstTimeDialogProps = Whose & { onClose: () => void };

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
  /** How many they are, when they are known to be more than a screen is for. */
  const [crowd, setCrowd] = useState(
    'many' in props && props.many.count > MOST_AT_ONCE ? props.many.count : undefined,
  );
  const [way, setWay] = useState<Way>(crowd === undefined ? 'screen' : 'cards');
  const [mustChange, setMustChange] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  /** Somebody named alone was chosen knowingly. */
  const [hidden, setHidden] = useState<{ count: number; choice: ProtectedChoice }>({
    count: 0,
    choice: 'displayName' in props && props.displayName !== undefined ? 'include' : 'ask',
  });
  const isTooMany = crowd !== undefined && crowd > MOST_ON_PAPER;

  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      if (way === 'screen') {
        onMade(await show(props, mustChange));
      } else {
        await print(props, { mustChange, layout: way, protectedPeople: hidden.choice });
        notify({ tone: 'success', text: t('issue.downloaded') });
        onClose();
      }
      await queries.invalidateQueries({ queryKey: ['user'] });
    } catch (error) {
      const { code, params } = asRefusal(error);
      if (code === 'password.protected-among')
        setHidden({ count: Number(params['count']), choice: 'leaveOut' });
      else if (code === 'password.too-many') {
        // How many pupils a group has, also through groups within it, is not known before.
        setCrowd(Number(params['count']));
        setWay('cards');
      } else setFailure(error);
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
          <WhoseText {...props} /> {t('issue.text')}
        </p>
        {crowd !== undefined && <Crowd count={crowd} isTooMany={isTooMany} />}
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
            isDisabled: value === 'screen' && crowd !== undefined,
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

function WhoseText(props: Whose): string {
  const { t } = useTranslation('passwords');
  if ('group' in props) return t('issue.group', { name: props.group.displayName });
  if ('many' in props) return t('issue.many', { count: formatNumber(props.many.count) });
  return props.displayName === undefined
    ? t('issue.many', { count: formatNumber(props.userNames.length) })
    : t('issue.one', { name: props.displayName });
}

function Crowd({ count, isTooMany }: { count: number; isTooMany: boolean }) {
  const { t } = useTranslation('passwords');
  return (
    <Alert tone={isTooMany ? 'warning' : 'info'} isLive>
      {isTooMany
        ? t('issue.tooMany', { count: formatNumber(count), most: formatNumber(MOST_ON_PAPER) })
        : t('issue.crowd', { count: formatNumber(count), most: formatNumber(MOST_AT_ONCE) })}
    </Alert>
  );
}
