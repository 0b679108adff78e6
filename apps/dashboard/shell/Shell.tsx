import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from "@mantine/core"
import { useDisclosure, useMediaQuery } from "@mantine/hooks"
import { IconShieldLock } from "@tabler/icons-react"
import { useEffect, useRef } from "react"
import { Link, useLocation } from "wouter"
import { accountTitle, useMe } from "../api/Me.ts"
import { MemberMenu, ThemeSwitch } from "./HeaderMenus.tsx"
import { basePathOf, pageAt, pageGroups, pagesFor } from "./pages.ts"
import { Routes } from "./Routes.tsx"
import { Shortcuts } from "./Shortcuts.tsx"

const headerPixels = 56
const navigationPixels = 230

/** Frame around every page of a signed-in member: header, navigation and shortcuts. */
export const Shell = () => {
  const { account } = useMe()
  const [isOpen, { close, toggle }] = useDisclosure()
  const [path] = useLocation()
  useEffect(close, [path, close])
  const burger = useRef<HTMLButtonElement>(null)
  const isNarrow = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false })
  const isOverPage = isOpen && isNarrow
  useEffect(() => {
    if (!isOverPage) return
    const listen = (event: KeyboardEvent) => {
      // If a menu is open, Escape closes the menu and not the navigation.
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("[role=menu]") !== null) return
      close()
      burger.current?.focus()
    }
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  }, [isOverPage, close])
  return (
    <AppShell
      header={{ height: headerPixels }}
      navbar={{ width: navigationPixels, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <a className="skip-link" href="#main">Skip to content</a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
            />
            <Link href="/" className="brand">
              <IconShieldLock size={22} color="var(--selected)" aria-hidden />
              <Text fw={700}>Gatehouse</Text>
            </Link>
            <Text c="dimmed" size="sm" truncate visibleFrom="xs" maw={260}>{accountTitle(account.name)}</Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ThemeSwitch />
            <MemberMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        {/* On a phone, the navigation closes when the user selects a page, even the current page. */}
        <AppShell.Section
          grow
          component={ScrollArea}
          type="auto"
          onClick={({ target }) => target instanceof Element && target.closest("a") !== null && close()}
        >
          <Navigation />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} inert={isOverPage}>
        <Routes />
      </AppShell.Main>
      <Shortcuts />
    </AppShell>
  )
}

/** Lists the pages that the member's role can access, by group. */
const Navigation = () => {
  const { member } = useMe()
  const [path] = useLocation()
  const mine = pagesFor(member.role)
  const here = pageAt(path)
  return pageGroups.map((group) => {
    const inGroup = mine.filter((page) => page.group === group)
    return inGroup.length > 0 && (
      <Box key={group} mb="md" component="section" aria-label={group}>
        <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>{group}</Text>
        {inGroup.map((page) => {
          const isHere = page === here
          return (
            <NavLink
              key={page.path}
              component={Link}
              href={basePathOf(page)}
              label={page.title}
              leftSection={<page.icon size={18} stroke={1.6} />}
              active={isHere}
              aria-current={isHere ? "page" : undefined}
              py={5}
            />
          )
        })}
      </Box>
    )
  })
}
