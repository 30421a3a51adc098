"""Which ports of this machine belong to the engine and its models (DECISIONS T25)."""

import pytest

from placet.tools.fetch.own_ports import OwnPorts


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("http://127.0.0.1:8080", 8080),
        ("http://[::1]:8081/v1", 8081),
        ("http://localhost:8082/v1", 8082),
        ("http://192.168.1.2:8083/v1", 8083),
        ("http://127.0.0.1/v1", 80),
        ("https://localhost/v1", 443),
    ],
)
def test_the_port_of_an_address_on_this_machine_or_near_it_is_claimed(url: str, port: int) -> None:
    ports = OwnPorts()
    ports.add(url)
    assert ports() == {port}


@pytest.mark.parametrize("url", ["https://api.example.org/v1", "https://8.8.8.8/v1", "nonsense"])
def test_a_model_elsewhere_claims_nothing(url: str) -> None:
    ports = OwnPorts()
    ports.add(url)
    assert ports() == frozenset()


def test_a_child_that_comes_and_goes_is_asked_for_each_time() -> None:
    ports, child = OwnPorts(), set[int]()
    ports.add("http://127.0.0.1:1")
    ports.watch(lambda: child)
    assert ports() == {1}
    child.add(2)
    assert ports() == {1, 2}
    child.clear()
    assert ports() == {1}
