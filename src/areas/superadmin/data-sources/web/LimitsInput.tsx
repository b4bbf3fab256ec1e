import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { useFormField } from '#web/form/useFormField.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { limitKinds } from '../contract.ts';

/** What holds where a source has no limits of its own (docs/import.md). */
const usual = {
  new: { share: 0.6, atLeast: 50, atMost: null },
  changed: { share: 0.6, atLeast: 50, atMost: null },
  left: { share: 0.2, atLeast: 20, atMost: null },
  memberships: { share: 0.5, atLeast: 200, atMost: null },
} as const;

const Limit = z.object({
  share: z.number().nullable(),
  atLeast: z.number(),
  atMost: z.number().nullable(),
});
type Limit = z.output<typeof Limit>;
const Limits = z.partialRecord(z.enum(limitKinds), Limit).catch({});

const numberIn = (text: string): number | null => {
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' ? null : Number(digits);
};

/** How much may happen at a school in one night before somebody has to look, by kind. */
export function LimitsInput() {
  const { t } = useTranslation('data-sources');
  const field = useFormField('limits');
  const limits = Limits.parse(field.value);
  return (
    <fieldset className="source-limits">
      <legend className="ui-label">{t('field.limits')}</legend>
      <p className="ui-hint">{t('hint.limits')}</p>
      {limitKinds.map((kind) => {
        const limit = limits[kind];
        const set = (part: Partial<Limit>) =>
          field.set({ ...limits, [kind]: { ...(limit ?? usual[kind]), ...part } });
        const { [kind]: _, ...others } = limits;
        return (
          <div key={kind} className="source-limit">
            <Checkbox
              label={t(`limit.${kind}`)}
              hint={
                limit
                  ? undefined
                  : t('limit.usual', {
                      share: Math.round(usual[kind].share * 100),
                      atLeast: usual[kind].atLeast,
                    })
              }
              isSelected={limit !== undefined}
              onChange={(own) => (own ? set({}) : field.set(others))}
            />
            {limit && (
              <div className="source-limit-fields">
                <TextField
                  label={t('limit.share')}
                  inputMode="numeric"
                  value={limit.share === null ? '' : String(Math.round(limit.share * 100))}
                  onChange={(text) => {
                    const percent = numberIn(text);
                    set({ share: percent === null ? null : Math.min(percent, 100) / 100 });
                  }}
                  after={<span className="source-unit">%</span>}
                />
                <TextField
                  label={t('limit.atLeast')}
                  inputMode="numeric"
                  value={String(limit.atLeast)}
                  onChange={(text) => set({ atLeast: Math.max(1, numberIn(text) ?? 1) })}
                />
                <TextField
                  label={t('limit.atMost')}
                  inputMode="numeric"
                  optional
                  value={limit.atMost === null ? '' : String(limit.atMost)}
                  onChange={(text) => set({ atMost: numberIn(text) })}
                />
              </div>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
