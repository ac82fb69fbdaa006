/** The data on a sample document. Its number has no country's format. */
export interface SamplePaper {
  readonly type: 'id_card' | 'passport'
  readonly side: 'front' | 'back'
  readonly firstName: string
  readonly lastName: string
  readonly number: string
  readonly words: { readonly title: string; readonly mark: string; readonly nobody: string }
}

const WIDE = 1_000
const HIGH = 630

/** Seven digits and an M: no real document's number, and different each time. */
export function sampleNumber(): string {
  const [dice = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${String(dice % 10_000_000).padStart(7, '0')}-M`
}

/** Draw a sample document: clearly the house's, watermarked all over, resembling no country's. */
export function drawSample(paper: SamplePaper): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDE
  canvas.height = HIGH
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('A browser without a canvas draws no sample.'))
  pen.fillStyle = '#edeff8'
  pen.fillRect(0, 0, WIDE, HIGH)
  if (paper.side === 'front') drawFront(pen, paper)
  else drawBack(pen, paper)
  drawMarks(pen, paper.words.mark)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('A sample could not be drawn.'))),
      'image/jpeg',
      0.9,
    ),
  )
}

const write = (
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  most = WIDE - x - 40,
) => {
  pen.font = `${font} 'Hanken Grotesk', sans-serif`
  pen.fillStyle = '#15151d'
  pen.fillText(text, x, y, most)
}

function drawFront(pen: CanvasRenderingContext2D, { firstName, lastName, number, words }: SamplePaper): void {
  write(pen, words.title, 60, 90, '600 40px')
  pen.fillStyle = '#dcdfee'
  pen.fillRect(60, 150, 220, 290)
  pen.fillStyle = '#b3b9d6'
  pen.beginPath()
  pen.arc(170, 260, 56, 0, 2 * Math.PI)
  pen.fill()
  pen.beginPath()
  pen.ellipse(170, 440, 96, 100, 0, Math.PI, 2 * Math.PI)
  pen.fill()
  write(pen, lastName.toUpperCase(), 330, 210, '600 46px')
  write(pen, firstName.toUpperCase(), 330, 280, '600 46px')
  write(pen, number, 330, 370, '500 42px')
  write(pen, words.nobody, 60, 560, '400 28px')
}

function drawBack(pen: CanvasRenderingContext2D, { firstName, lastName, number, words }: SamplePaper): void {
  pen.fillStyle = '#cfd3e2'
  for (const [at, wide] of [420, 300, 360].entries()) pen.fillRect(60, 80 + at * 46, wide, 16)
  pen.fillRect(800, 76, 130, 130)
  const letters = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z]+/g, '<')
      .toUpperCase()
  const lines = [`IDMST${number.replace('-', '')}`, '0000000X0000000MST', `${letters(lastName)}<<${letters(firstName)}`]
  pen.fillStyle = '#15151d'
  pen.font = '38px ui-monospace, monospace'
  for (const [at, line] of lines.entries())
    pen.fillText(line.padEnd(30, '<').slice(0, 30), 60, 360 + at * 60, WIDE - 120)
  write(pen, words.nobody, 60, 580, '400 26px')
}

/** The watermark in three rows, so that it cannot be cropped away without the document. */
function drawMarks(pen: CanvasRenderingContext2D, mark: string): void {
  pen.save()
  pen.translate(WIDE / 2, HIGH / 2)
  pen.rotate(-0.42)
  pen.textAlign = 'center'
  pen.font = `700 130px 'Hanken Grotesk', sans-serif`
  pen.fillStyle = 'rgba(126, 122, 230, 0.28)'
  for (const down of [-230, 45, 320]) pen.fillText(mark, 0, down, WIDE)
  pen.restore()
}
