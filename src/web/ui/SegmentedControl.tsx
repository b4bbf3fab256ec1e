import './Segmented.css';
import { useId } from 'react';

interface SegmentedControlProps<Value extends string> {
  /** What is being switched, for screen readers. */
  label: string;
  options: readonly { value: Value; label: string; count?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The view switch of a list: exactly one of two to five. Radio buttons underneath, so the arrows move it. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className="ui-segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="ui-segment">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
          {option.count !== undefined && <span className="ui-segment-count">{option.count}</span>}
        </label>
      ))}
    </fieldset>
  );
}
