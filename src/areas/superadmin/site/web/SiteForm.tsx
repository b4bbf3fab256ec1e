import './site.css';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readOptions } from '#web/api/hooks.ts';
import { ContractForm } from '#web/form/ContractForm.tsx';
import { DateInput, LongTextInput, NumberInput, RadioInput, TextInput } from '#web/form/fields.tsx';

import { type OwnSite, site } from '../contract.ts';
import { ColorInput } from './ColorInput.tsx';
import { showTheme } from './theme.ts';

const valuesOf = (own: OwnSite) => ({
  ownerName: own.ownerName,
  color: own.color,
  informationNb: own.informationNb,
  informationNn: own.informationNn,
  informationEn: own.informationEn,
  informationFr: own.informationFr,
  informationSeverity: own.informationSeverity,
  informationFrom: own.informationFrom ?? '',
  informationTo: own.informationTo ?? '',
  deactivationSpanDays: own.deactivationSpanDays,
  newUserDays: own.newUserDays,
  accessibilityStatementUrl: own.accessibilityStatementUrl ?? '',
  privacyUrl: own.privacyUrl ?? '',
  supportUrl: own.supportUrl ?? '',
});
const fixedOf = ({ version }: OwnSite) => ({ version });

export function SiteForm({ own }: { own: OwnSite }) {
  const { t } = useTranslation('site');
  const client = useQueryClient();
  const read = readOptions(site.read, {});
  return (
    <ContractForm
      route={site.update}
      values={valuesOf(own)}
      fixed={fixedOf(own)}
      namespace="site"
      reread={async () => {
        const latest = await client.fetchQuery({ ...read, staleTime: 0 });
        return { values: valuesOf(latest), fixed: fixedOf(latest) };
      }}
      touches={['sitesettings', 'public']}
      onSaved={(saved) => {
        client.setQueryData(read.queryKey, saved);
        showTheme(saved.version);
      }}
    >
      <Part title={t('owner')}>
        <TextInput name="ownerName" />
        <ColorInput name="color" />
      </Part>
      <Part title={t('information')} text={t('informationText')}>
        <LongTextInput name="informationNb" />
        <div className="form-pair">
          <LongTextInput name="informationNn" />
          <LongTextInput name="informationEn" />
        </div>
        <LongTextInput name="informationFr" />
        <RadioInput
          name="informationSeverity"
          options={[
            { value: 'info', label: t('severity.info') },
            { value: 'warning', label: t('severity.warning') },
          ]}
        />
        <div className="form-pair">
          <DateInput name="informationFrom" />
          <DateInput name="informationTo" />
        </div>
      </Part>
      <Part title={t('spans')} text={t('spansText')}>
        <div className="form-pair">
          <NumberInput name="deactivationSpanDays" />
          <NumberInput name="newUserDays" />
        </div>
      </Part>
      <Part title={t('links')} text={t('linksText')}>
        <TextInput name="accessibilityStatementUrl" type="url" />
        <TextInput name="privacyUrl" type="url" />
        <TextInput name="supportUrl" type="url" />
      </Part>
    </ContractForm>
  );
}

interface PartProps {
  title: string;
  text?: string;
  children: ReactNode;
}

function Part({ title, text, children }: PartProps) {
  return (
    <section className="card site-part">
      <header>
        <h2 className="section-title">{title}</h2>
        {text !== undefined && <p className="meta">{text}</p>}
      </header>
      {children}
    </section>
  );
}
