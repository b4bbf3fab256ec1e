import './KeyHint.css';

interface KeyHintProps {
  /** `Ctrl K` is drawn as two keys. */
  keys: string;
}

/** Keys a person can press. Hidden where there is no keyboard. */
export function KeyHint({ keys }: KeyHintProps) {
  return (
    <span className="ui-keys" aria-hidden>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
