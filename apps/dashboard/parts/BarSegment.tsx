/** Of the page, between what is stacked. */
const gapPixels = 1.5
/** What is there is seen. */
const heightPixelsMin = 1
/** A dashed edge has room within it. */
const soFarPixelsMin = 3

interface Props {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: string
  readonly opacity?: number | undefined
  /** Of a time that goes on: it is drawn lightly, within an edge, since it is not all of it. */
  readonly isSoFar: boolean
}

/** One part of a bar, as SVG: the page shows between it and what stands on it, whatever their colours are. */
export const BarSegment = ({ fill, height, isSoFar, opacity, width, x, y }: Props) => {
  if (!(height > 0)) return null
  const seen = Math.max(isSoFar ? soFarPixelsMin : Math.min(height, heightPixelsMin), height - gapPixels)
  const place = { x, y: y + height - seen, width, height: seen, fill, opacity }
  if (!isSoFar) return <rect {...place} />
  return (
    <rect
      {...place}
      x={x + 0.5}
      y={place.y + 0.5}
      width={Math.max(0, width - 1)}
      height={seen - 1}
      fillOpacity={0.35}
      stroke={fill}
      strokeDasharray="3 2"
    />
  )
}
