import { useState } from 'react';

import { Checkbox } from '../ui/Checkbox.tsx';
import { ComboBox } from '../ui/ComboBox.tsx';
import { DateField } from '../ui/DateField.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Section } from './Section.tsx';

const schools = ['Bjørkelia skole', 'Granåsen skole', 'Tverrdalen skole'].map((label) => ({
  value: label,
  label,
}));

export function GalleryFields() {
  const [school, setSchool] = useState<string>();
  const [date, setDate] = useState('2027-04-12');
  const [isOn, setOn] = useState(true);
  const [period, setPeriod] = useState<'none' | 'daily'>('daily');
  return (
    <Section title="Felt">
      <ErrorSummary
        title="Rett opp 2 felt før du lagrer"
        attempt={0}
        problems={[
          { name: 'firstName', text: 'Fornavn må fylles ut' },
          { name: 'email', text: 'Ugyldig e-postadresse' },
        ]}
      />
      <TextField label="Fornavn" name="firstName" error="Fornavn må fylles ut" />
      <TextField label="E-post" name="email" type="email" defaultValue="x@" error="Ugyldig e-postadresse" />
      <TextField
        label="Mobiltelefon"
        optional
        hint="8 siffer, med eller uten +47"
        defaultValue="+47 42655662"
      />
      <TextField label="Stilling" isReadOnly defaultValue="Lærer" hint="Feltet kommer fra skoledatakilden." />
      <TextField label="Avdeling" isDisabled defaultValue="Realfag" />
      <DateField label="Utløper" value={date} onChange={setDate} />
      <Select label="Skole" options={schools} value={school} onChange={setSchool} />
      <ComboBox label="Hovedskole" options={schools} value={school} onChange={setSchool} />
      <NumberField label="Antall" defaultValue={12} minValue={0} />
      <TextArea label="Beskrivelse" optional />
      <RadioGroup
        label="Periode"
        options={[
          { value: 'none', label: 'Ingen' },
          { value: 'daily', label: 'Daglig', hint: 'Oppdateres ved midnatt.' },
        ]}
        value={period}
        onChange={setPeriod}
      />
      <Checkbox label="Må bytte passord ved neste innlogging" isSelected={isOn} onChange={setOn} />
      <Checkbox label="Godkjent" isSelected={false} onChange={setOn} error="Du må godkjenne" />
      <Switch label="Følg kommunens farge" isSelected={isOn} onChange={setOn} hint="Gjelder med en gang." />
      <FileDrop label="Velg en PIFU-fil" hint="XML, inntil 2 GB." accept=".xml" onChoose={() => {}} />
    </Section>
  );
}
