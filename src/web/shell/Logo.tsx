/** The mark: a watchman's V. Takes the municipality's colour. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden className="logo">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M8 9.5 16 23 24 9.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="9.6" r="2.3" fill="var(--on-accent)" />
    </svg>
  );
}
