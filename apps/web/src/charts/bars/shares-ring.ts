import { type ChartLook, tooltipBox, tooltipLook } from '../chart-look.ts';

interface RingShare {
  readonly name: string;
  readonly color: string;
  readonly value: number;
  /** Texts of the tooltip. */
  readonly percent: string;
  readonly amount: string;
}

export function sharesRing(look: ChartLook, shares: readonly RingShare[], outerRadius: string) {
  return {
    animation: false,
    tooltip: {
      ...tooltipLook(look),
      trigger: 'item',
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const share = shares[dataIndex];
        if (share === undefined) return '';
        const { name, color, percent, amount } = share;
        return tooltipBox(name, [{ color, name: percent, value: amount }]);
      },
    },
    series: [
      {
        type: 'pie',
        radius: ['56%', outerRadius],
        label: { show: false },
        emptyCircleStyle: { color: look.palette.line },
        itemStyle: { borderColor: look.palette.surface, borderWidth: 1.5 },
        data: shares.map(({ name, value, color }) => ({ name, value, itemStyle: { color } })),
      },
    ],
  };
}
