/** A single-line diagram: a busbar, its incomer and six feeders, two of them open. */
const FEEDERS = [
  { x: 70, isClosed: true, load: 0.82 },
  { x: 150, isClosed: true, load: 0.46 },
  { x: 230, isClosed: false, load: 0 },
  { x: 310, isClosed: true, load: 0.64 },
  { x: 390, isClosed: true, load: 0.3 },
  { x: 470, isClosed: false, load: 0 },
];

export function FeederDiagram() {
  return (
    <svg viewBox="0 0 540 420" className="feeders" aria-hidden="true" focusable="false">
      <path d="M270 20V64M270 92V150" className="wire" />
      <circle cx="270" cy="72" r="13" className="coil" />
      <circle cx="270" cy="88" r="13" className="coil" />
      <path d="M30 150H510" className="bar" />
      {FEEDERS.map(({ x, isClosed, load }) => (
        <g key={x} className={isClosed ? 'is-closed' : 'is-open'}>
          <path d={`M${x} 150V196`} className="wire live" />
          <path d={isClosed ? `M${x} 240V196` : `M${x} 240L${x + 22} 202`} className="contact" />
          <path d={`M${x} 240V300`} className="wire" />
          <circle cx={x} cy="196" r="3.5" className="knot" />
          <circle cx={x} cy="240" r="3.5" className="knot" />
          <rect x={x - 20} y="300" width="40" height="72" rx="4" className="load" />
          <rect
            x={x - 20}
            y={300 + 72 * (1 - load)}
            width="40"
            height={72 * load}
            rx="4"
            className="load-now"
          />
        </g>
      ))}
    </svg>
  );
}
