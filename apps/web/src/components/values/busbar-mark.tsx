/** The product logo: a busbar with three feeders, the first one open. */
export function BusbarMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--brand, var(--accent))" />
      <g fill="none" stroke="var(--brand-words, #fff)" strokeLinecap="round">
        <path d="M6 10h20" strokeWidth="3.6" />
        <path d="M10 10v5.5M16 10v15M22 10v5.5M10 21.5V25M22 21.5V25" strokeWidth="2.2" />
        <path d="M10 21.5l3.2-5M22 21.5v-6" strokeWidth="2.2" />
      </g>
    </svg>
  );
}
