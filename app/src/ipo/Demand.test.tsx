// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { enter, figureOf, plain, show } from '@lonja/kit/screens.testing'
import { withApp } from '../screens.testing.tsx'
import { Demand } from './Demand.tsx'
import { whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

withApp()

async function words(of: Partial<WholeOffer> = {}): Promise<string> {
  enter()
  show(<Demand offer={whole(of)} />)
  await Promise.resolve()
  return plain(document.body.textContent)
}

describe('the demand', () => {
  test('says how much of it is invented', async () => {
    const text = await words({ crowdLots: wholeLots(258_788n), subscribed: 12_944_200n })
    expect(figureOf('Clientes de esta casa')).toBe('96 lotes')
    expect(text).toContain('Público inventado99,96%258.788 lotes')
    expect(figureOf('Pedido frente a ofrecido')).toBe('3,23×')
    expect(text).toContain('El público no tiene dinero ni acciones')
    expect(text).not.toContain('Pedirá de')
  })

  test('is without the crowd until the deadline, whose size it says: a figure near zero would read as if all got all', async () => {
    const text = await words()
    expect(figureOf('Público inventado')).toBe('se sabrá tras el cierre')
    expect(figureOf('Pedido hasta ahora, sin el público')).toBe('0,00×')
    expect(text).toContain('Pedirá de 0,6 a 4,0 veces lo que se ofrece')
  })

  test('of an offer without a crowd is that of the customers', async () => {
    const text = await words({ crowd: false })
    expect(figureOf('Público inventado')).toBe('no participa')
    expect(figureOf('Pedido frente a ofrecido')).toBe('0,00×')
    expect(text).not.toContain('Pedirá de')
  })
})
