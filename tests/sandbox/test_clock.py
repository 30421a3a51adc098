"""The clock of an execution: the wall's while it runs, the processor's while somebody decides."""

from placet.sandbox.clock import RunClock


class Times:
    """The two clocks that a run clock reads, moved by hand."""

    def __init__(self) -> None:
        self.wall_s = 100.0
        self.cpu_s = 5.0
        self.clock = RunClock(lambda: self.cpu_s, lambda: self.wall_s)

    def go_on(self, wall_s: float, cpu_s: float = 0.0) -> None:
        self.wall_s += wall_s
        self.cpu_s += cpu_s


def test_it_counts_the_wall_clock_from_its_beginning() -> None:
    times = Times()
    times.go_on(1.5, 0.5)
    assert times.clock.used_ms() == 1_500


def test_while_it_is_paused_only_the_processor_counts() -> None:
    times = Times()
    times.go_on(1.0, 1.0)
    with times.clock.paused():
        times.go_on(3_600.0, 0.25)
        assert times.clock.used_ms() == 1_250
    times.go_on(0.5, 0.5)
    assert times.clock.used_ms() == 1_750


def test_pauses_may_overlap_and_the_last_one_ends_them() -> None:
    times = Times()
    first, second = times.clock.paused(), times.clock.paused()
    with first:
        times.go_on(1.0)
        second.__enter__()
        times.go_on(1.0)
    times.go_on(1.0)
    assert times.clock.used_ms() == 0
    second.__exit__(None, None, None)
    times.go_on(1.0)
    assert times.clock.used_ms() == 1_000
