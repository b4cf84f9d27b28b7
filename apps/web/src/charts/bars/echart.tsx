/**
 * An ECharts chart of bars or shares that resizes with its container; a screen with another type
 * registers that type itself, so that the other screens do not load it. A canvas is not accessible
 * to screen readers; the surrounding tile provides the numbers as a table.
 */
import { BarChart, PieChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useIsIdle } from '../../lib/use-is-idle.ts';
import { pageFont } from '../../theme/page-font.ts';

use([BarChart, PieChart, GridComponent, TooltipComponent, CanvasRenderer]);

export interface EChartProps {
  readonly option: EChartsCoreOption;
  /** Text description of the chart. */
  readonly label: string;
  /** Called with the index of the column that was clicked, also above or between its bars. */
  readonly onOpenColumn?: (index: number) => void;
}

function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null;
}

export function EChart({ option, label, onOpenColumn }: EChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const latest = useRef(option);
  latest.current = option;
  const open = useRef(onOpenColumn);
  open.current = onOpenColumn;
  // The numbers of a page come before its charts.
  const isIdle = useIsIdle();

  useEffect(() => {
    const element = box.current;
    if (!isIdle || element === null || !canDraw()) return undefined;
    const drawn = init(element);
    drawn.setOption({ textStyle: { fontFamily: pageFont() }, ...latest.current });
    chart.current = drawn;
    drawn.getZr().on('click', ({ offsetX, offsetY }) => {
      const point = [offsetX, offsetY];
      if (open.current === undefined || !drawn.containPixel('grid', point)) return;
      const [column = -1] = drawn.convertFromPixel({ gridIndex: 0 }, point);
      if (column >= 0) open.current(Math.round(column));
    });
    const observer = new ResizeObserver(() => {
      // It also reports the size at first, which would draw the chart again.
      if (element.clientWidth !== drawn.getWidth() || element.clientHeight !== drawn.getHeight()) {
        drawn.resize();
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.dispose();
      chart.current = null;
    };
  }, [isIdle]);
  useEffect(() => {
    chart.current?.setOption(option, { replaceMerge: ['series', 'xAxis', 'yAxis'] });
  }, [option]);

  return <div ref={box} className="echart" role="img" aria-label={label} dir="ltr" />;
}
